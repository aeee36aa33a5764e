import { test as base, expect } from "vitest";
import type { ControlledOperation } from "./control/exchange";
import type { JournalFilter } from "./control/journal";
import { judge } from "./control/judge";
import type { RawResponse } from "./http/raw";
import { createPlatform, type Platform, type PlatformOptions } from "./platform";
import { demo } from "./seed/demo";

/** What `test` gives to every test. */
export interface PlatformFixtures {
	/** How the platform is made; `test.scoped({ platformOptions: … })` or `test.extend({ platformOptions: … })` sets it. */
	platformOptions: PlatformOptions;
	/** A platform of the test's own, with the demo seed unless `platformOptions` says otherwise. */
	platform: Platform;
	/** Its `fetch`, which any client takes. */
	fetch: Platform["fetch"];
}

/** Which operation gave an answer that came by the fixture `fetch`. */
const operations = new WeakMap<Response, ControlledOperation>();

/**
 * Vitest's `test`, with a fresh platform for every test: tests that run at the same time never see each other. Importing it
 * brings the matchers `toHaveCalled` and `toMatchContract`.
 *
 * @example
 * import { test } from "@tenon/mock/vitest";
 *
 * test("a comment is sent", async ({ platform, fetch, expect }) => {
 * 	const tenon = createClient({ baseUrl: "http://platform.test", auth: { token: "developer-token" }, fetch });
 * 	await tenon.issueNotes.create({ id: "acme/web", issue_iid: 1, body: "hi" });
 * 	expect(platform).toHaveCalled("createIssueNote", { requestBody: { body: "hi" }, status: 201 });
 * });
 */
export const test = base.extend<PlatformFixtures>({
	platformOptions: {},
	platform: async ({ platformOptions }, use) => {
		const platform = createPlatform({ seed: demo, ...platformOptions });
		await use(platform);
		// What is still held would hold the test's end up.
		platform.faults.clear();
	},
	fetch: async ({ platform }, use) => {
		await use(async (input, init) => {
			const response = await platform.fetch(input, init);
			const id = response.headers.get("x-request-id");
			const operation = platform.journal.last(undefined, (entry) => entry.id === id)?.operation;
			if (operation) operations.set(response, operation);
			return response;
		});
	},
});

interface Outcome {
	pass: boolean;
	message: () => string;
}

/** The platform's part that the matcher looks at. */
type Journaled = Pick<Platform, "journal">;

function toHaveCalled(received: Journaled, operation: ControlledOperation, filter?: JournalFilter): Outcome {
	const { journal } = received;
	const asked = journal.calls(operation);
	const found = filter === undefined ? asked : journal.calls(operation, filter);
	const wanted = typeof filter === "object" ? ` with ${JSON.stringify(filter)}` : filter ? " that passes" : "";
	const others = (): string => {
		if (asked.length > 0)
			return `\n\nThe calls of ${operation} were:\n${asked.map(({ status, params, requestBody }) => `  ${JSON.stringify({ status, params, requestBody })}`).join("\n")}`;
		const names = [...new Set(journal.calls().map(({ operation: one, method, path }) => one ?? `${method} ${path}`))];
		return names.length > 0 ? `\n\nCalled were: ${names.join(", ")}` : "\n\nNothing was called.";
	};
	return {
		pass: found.length > 0,
		message: () =>
			found.length > 0
				? `Expected no call of ${operation}${wanted}, but there ${found.length === 1 ? "was one" : `were ${found.length}`}.`
				: `Expected a call of ${operation}${wanted}.${others()}`,
	};
}

async function rawOf(received: Response | RawResponse): Promise<RawResponse> {
	if (!(received instanceof Response)) return received;
	if (received.bodyUsed)
		throw new Error("toMatchContract: the body was read already. Give it a clone of the response.");
	const text = await received.clone().text();
	return { status: received.status, headers: Object.fromEntries(received.headers), body: text === "" ? null : text };
}

async function toMatchContract(received: Response | RawResponse, operation?: ControlledOperation): Promise<Outcome> {
	const known = operation ?? (received instanceof Response ? operations.get(received) : undefined);
	if (known === undefined)
		throw new Error(
			'toMatchContract: it is not known which operation gave this answer. Name it, e.g. toMatchContract("getGroup"), or ask through the fixture fetch.',
		);
	const { ok, problems } = await judge(known, await rawOf(received));
	return {
		pass: ok,
		message: () =>
			ok
				? `Expected the answer to ${known} to break the contract, but it keeps it.`
				: `The answer to ${known} breaks the contract:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
	};
}

/** The matchers that come with `@tenon/mock/vitest`. */
export interface PlatformMatchers<T> {
	/** A platform's journal holds a call of the operation, one that passes the filter if there is one. */
	toHaveCalled(operation: ControlledOperation, filter?: JournalFilter): T;
	/**
	 * A `Response` or `RawResponse` is one that the contract declares: its status, and the shape of its JSON. Which operation
	 * gave it is known of answers that came by the fixture `fetch`. Needs the package `zod`.
	 */
	toMatchContract(operation?: ControlledOperation): Promise<T>;
}

declare module "vitest" {
	// The parameter is vitest's own.
	interface Matchers<T> extends PlatformMatchers<T> {}
}

expect.extend({ toHaveCalled, toMatchContract });

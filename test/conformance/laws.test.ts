import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import scene from "../../packages/conformance/scenes/tenon-mock.json" with { type: "json" };
import { changesParameter, onlyPretends, responses } from "../mutants/breaks";
import { type Break, type Mutant, mutant, mutated } from "../mutants/mutant";
import { againstMock } from "./against-mock";

/** Refuses the second of two equal calls. */
function onlyOnce(): Mutant {
	const seen = new Set<string>();
	return mutant("a pipeline is cancelled only once", "cancelPipeline", async (request, pass) => {
		if (seen.has(request.url)) return Response.json({ message: "403 Forbidden" }, { status: 403 });
		seen.add(request.url);
		return await pass(request);
	});
}

const hidden = responses((value, request) => {
	if (request.headers.get("private-token") !== scene.tokens.owner) return value;
	return typeof value === "object" && value !== null ? { ...value, system: undefined } : value;
});

/** Returns a change that is sent as a form, but does not store it. */
const onlyEchoed: Break = async (request, pass, platform) => {
	const isForm = request.headers.get("content-type")?.includes("urlencoded");
	return await (isForm ? onlyPretends(200)(request, pass, platform) : pass(request));
};

/** Gives a parameter another default. */
const otherDefault = (name: string, value: string): Break => changesParameter(name, (sent) => sent ?? value);

const broken = [
	["laws/updateReleaseLink/body", mutant("a form is only echoed", "updateReleaseLink", onlyEchoed)],
	["laws/listEpicNotes/pages", mutant("a page has thirty notes", "listEpicNotes", otherDefault("per_page", "30"))],
	["laws/listIssueNotes/defaults", mutant("another order", "listIssueNotes", otherDefault("order_by", "updated_at"))],
	["laws/getIssueNote/fields", mutant("an owner does not get what others get", "getIssueNote", hidden)],
	["laws/cancelPipeline/twice", onlyOnce()],
	[
		"laws/updateCurrentUserStatus/partial",
		mutant("PATCH of a status clears what is not sent", "updateCurrentUserStatus", async (request, pass) => {
			const { url, headers } = request;
			return await pass(new Request(url, { method: "PUT", headers, body: await request.text() }));
		}),
	],
	[
		"examples/updateRunner/document",
		mutant("an example is refused", "updateRunner", async () =>
			Response.json({ message: "400 Bad request" }, { status: 400 }),
		),
	],
] as const;

test.each(broken)(
	"%s holds on the mock, and finds the server that breaks it",
	async (id, one) => {
		const sound = await againstMock({}, { include: [id] });
		expect(sound.results.map(({ verdict }) => verdict)).toEqual(["pass"]);
		const fetch = mutated(one, createPlatform({ seed: demo }));
		const report = await againstMock({}, { fetch, include: [id] });
		expect(report.results.map(({ verdict, reason }) => [verdict, reason?.includes("the check itself")])).toEqual([
			["fail", false],
		]);
	},
	30_000,
);

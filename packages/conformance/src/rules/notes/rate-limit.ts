import type { Answer } from "../../rule/answer";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { kind, kinds, type Verb, verbs } from "./kinds";
import { Notes } from "./notes";

const limit = 300;

/** A user of their own who has written until they were stopped. */
interface Stopped {
	readonly caller: Caller;
	/** How many notes they could write, and the refusal. */
	readonly written: number;
	readonly refusal: Answer;
	/** The last note that they could write. */
	readonly last: number;
}

/** Writes notes as a new user, in turn on each of what is given, until one is refused; skips where none of so many is. */
async function writeUntilStopped(t: Context, on: readonly Notes[], most: number): Promise<Stopped> {
	const user = await t.given.user();
	const caller = t.as("administrator").sudo(user.number("id"));
	let last = 0;
	for (let written = 0; written <= most; written++) {
		const notes = on[written % on.length];
		if (!notes) break;
		const answer = await notes.create(caller, { body: "Again." }, { impatient: true });
		if (answer.status === 429) return { caller, written, refusal: answer, last };
		last = answer.is(201).number("id");
	}
	return t.skip(`the server takes more than ${most} notes a minute from one user, or is too slow to be stopped by a limit`);
}

const tooMany = { message: { error: "This endpoint has been requested too many times. Try again later." } };

const operations = (of: readonly Verb[]) => ({
	operations: kinds.flatMap((one) => of.map((verb) => one.operations[verb])),
	effect: "destroys" as const,
	tier: "free" as const,
});

/** How many notes a user may write in a minute. */
export const noteLimits: readonly Rule[] = [
	rule(
		"NOTE-234",
		"Note creation is limited per minute by a configurable limit; above it POST is refused and no note is stored.",
		[],
		async (t) => {
			const notes = new Notes(t, kind.issue);
			const { caller } = await writeUntilStopped(t, [notes], 2 * limit);
			const body = t.unique("refused");
			const response = await notes.create(caller, { body }, { impatient: true });
			t.holds("a note above the limit should be refused", response.status >= 400, response);
			const listed = (await notes.list(t.as("owner"), { per_page: 100 })).is(200);
			t.holds("no note should be stored", !listed.pluck("body").includes(body), listed);
		},
		operations(["create"]),
	),
	assumed(
		"NOTE-235..237",
		"The default creation limit is 300 per minute per user, over all kinds together: the 301st POST in a minute answers 429.",
		[],
		async (t) => {
			const [issue, snippet] = [new Notes(t, kind.issue), new Notes(t, kind.snippet)];
			const { caller, last, refusal, written } = await writeUntilStopped(t, [snippet, issue], 2 * limit);
			t.same("the notes written before the refusal", written, limit, refusal);
			refusal.refuses(429, tooMany);
			t.same("Retry-After", refusal.header("retry-after"), "60", refusal);
			await issue.make({}, t.as("developer"));
			(await issue.list(caller)).is(200);
			(await issue.get(caller, last)).is(200);
			(await issue.update(caller, last, { body: "Changed." })).is(200);
			(await issue.remove(caller, last)).ok;
			(await issue.create(caller, { body: "Again." }, { impatient: true })).is(429);
		},
		operations(verbs),
	),
];

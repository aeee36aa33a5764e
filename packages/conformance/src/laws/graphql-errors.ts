import { nobody } from "../generators/least-params";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { ask, gid } from "../rule/graphql";
import { isFields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { inner } from "../rules/graphql/connections";
import { createSnippet } from "../rules/graphql/snippet-lab";
import { graphqlLaw } from "./graphql-law";

/** Mutations of a record by its Global ID, each with the type of the record and the other required input. */
const byId: readonly (readonly [mutation: string, type: string, more?: Params])[] = [
	["destroyNote", "Note"],
	["updateNote", "Note", { body: "changed" }],
	["destroySnippet", "ProjectSnippet"],
	["updateSnippet", "ProjectSnippet", { title: "changed" }],
	["pipelineRetry", "Ci::Pipeline"],
	["pipelineCancel", "Ci::Pipeline"],
	["pipelineDestroy", "Ci::Pipeline"],
	["runnerUpdate", "Ci::Runner", { description: "changed" }],
	["runnerDelete", "Ci::Runner"],
	["releaseAssetLinkUpdate", "Releases::Link", { name: "changed" }],
	["releaseAssetLinkDelete", "Releases::Link"],
	["httpIntegrationUpdate", "AlertManagement::HttpIntegration", { name: "changed" }],
	["httpIntegrationDestroy", "AlertManagement::HttpIntegration"],
	["httpIntegrationResetToken", "AlertManagement::HttpIntegration"],
];

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns the input of an `issueSetLocked` that changes nothing, because the issue already has this value. */
async function harmless(t: Context): Promise<Params> {
	const at = { projectPath: t.scene("project"), iid: String(t.scene("issue_iid")) };
	const query = "query ($projectPath: ID!, $iid: String!) { project(fullPath: $projectPath) { issue(iid: $iid) { discussionLocked } } }";
	const locked = (await ask(t.as("owner"), query, at)).at("project.issue.discussionLocked");
	return { ...at, locked: locked === true };
}

/** Returns a Global ID that no record has. The specification does not state the type in a snippet's id, so it is taken from a new snippet. */
async function idOfNobody(t: Context, type: string): Promise<string> {
	if (type !== "ProjectSnippet") return gid(type, nobody);
	const made = await createSnippet(t, "maintainer", { projectPath: t.scene("project") });
	const id = inner(made.http.fields, "data", "createSnippet", "snippet", "id");
	return typeof id === "string" ? id.replace(/\d+$/, String(nobody)) : gid(type, nobody);
}

/** A failing mutation returns null for its own field and one error with its path, and does not affect the other mutations. */
const neighbours = byId.map(([mutation, type, more = {}]) =>
	graphqlLaw(
		`neighbour-${mutation}`,
		`a failing ${mutation} does not affect the mutations before and after it`,
		"MUST",
		async (t) => {
			const query = `mutation ($bad: ${capital(mutation)}Input!, $good: IssueSetLockedInput!) {
				before: issueSetLocked(input: $good) { errors issue { iid } }
				bad: ${mutation}(input: $bad) { errors }
				after: issueSetLocked(input: $good) { errors issue { iid } }
			}`;
			const [good, bad] = [await harmless(t), { id: await idOfNobody(t, type), ...more }];
			const response = (await t.as("owner").graphql(query, { bad, good })).is(200);
			const data = response.field("data");
			if (!isFields(data)) {
				const message = "data: expected the results of the other mutations";
				if (mutation === "updateSnippet") throw response.deviation(message);
				// The specification does not show the other mutations, so a server may not have them.
				response.assume(message);
				return;
			}
			const success = { errors: [], issue: { iid: good.iid } };
			t.same("the results", data, { before: success, bad: null, after: success }, response);
			const errors = response.field("errors");
			t.same("the number of errors", Array.isArray(errors) ? errors.length : 0, 1, response);
			const [error] = Array.isArray(errors) ? errors : [];
			const alone = await t.as("owner").graphql(`mutation ($bad: ${capital(mutation)}Input!) { ${mutation}(input: $bad) { errors } }`, { bad });
			t.same("data of the failing mutation in a request of its own", alone.is(200).field("data"), { [mutation]: null }, alone);
			t.assume("the error should name the field that failed", isFields(error) && JSON.stringify(error.path) === '["bad"]', response);
		},
		{ effect: "writes" },
	),
);

/** A Global ID of another type, with the number of an existing record, is refused and changes nothing. */
const foreignIds = [
	graphqlLaw(
		"foreign-id-mutation",
		"a mutation refuses a Global ID of another type and changes nothing",
		"ASSUMED",
		async (t) => {
			const note = (await t.given.issueNote()).number("id");
			const pipeline = (await t.given.pipeline()).number("id");
			const runner = (await t.given.runner()).number("id");
			const real = { Note: note, "Ci::Pipeline": pipeline, "Ci::Runner": runner };
			for (const [mutation, type, more = {}] of byId)
				for (const [other, number] of Object.entries(real)) {
					// The number of an existing record, with a type that the mutation does not accept.
					const id = other === type ? gid("User", number) : gid(other, number);
					const query = `mutation ($input: ${capital(mutation)}Input!) { ${mutation}(input: $input) { errors } }`;
					const response = await t.as("owner").graphql(query, { input: { id, ...more } });
					const errors = response.is(200).field("errors");
					t.holds(`${mutation} should refuse ${id}`, Array.isArray(errors) && errors.length > 0, response);
				}
			(await t.as("owner").call("getIssueNote", { id: t.scene("project"), issue_iid: t.scene("issue_iid"), note_id: note })).is(200);
			(await t.as("owner").call("getPipeline", { id: t.scene("project"), pipeline_id: pipeline })).is(200);
			(await t.as("owner").call("getRunner", { id: runner })).is(200);
		},
		{ effect: "writes" },
	),
];

/** A record that is hidden or does not exist does not affect the other fields of a query. */
const found = graphqlLaw("neighbour-query", "a record that a query does not find does not affect other fields", "MUST", async (t) => {
	const query = `query ($open: ID!, $none: ID!) {
		before: project(fullPath: $open) { fullPath } bad: project(fullPath: $none) { fullPath } after: currentUser { username }
	}`;
	for (const none of [t.scene("private_project"), t.unique("none")]) {
		const response = await ask(t.as("outsider"), query, { open: t.scene("project"), none });
		const expected = { before: { fullPath: t.scene("project") }, bad: null, after: { username: t.user("outsider").username } };
		t.same("the data", response.found, expected, response.http);
	}
});

export const graphqlErrors: readonly Rule[] = [...neighbours, ...foreignIds, found];

import { createPlatform, demo } from "@tenon/mock";
import { expect, test } from "vitest";
import { type ExtensionGraphql, forbidden, invalid, notFound, type RecordOf } from "../../src/extend";
import { type approvals, extension } from "./approvals";

const typeDefs = `
	type Approval { id: Int! comment: String! createdAt: String! }
	extend type Project { approvals: [Approval!]! owner: String }
	extend type Mutation { approve(iid: Int!, comment: String!): Approval }
`;

const graphql: ExtensionGraphql<{ approvals: typeof approvals }> = {
	typeDefs,
	resolvers: {
		Project: {
			approvals: (project: RecordOf<"projects">, _args: object, { state }) => {
				const ids = state.mergeRequests.in("project", project.id).map(({ id }) => id);
				return [...state.approvals.all()].filter((row) => ids.includes(row.merge_request_id));
			},
			owner: () => {
				throw forbidden();
			},
		},
		Mutation: {
			approve: (_root: unknown, { iid, comment }: { iid: number; comment: string }, { state, actor }) => {
				const request = state.mergeRequests.one("iid", `101:${iid}`);
				if (!request || !actor.user) throw notFound();
				const made = state.approvals.insert({ merge_request_id: request.id, user_id: actor.user.id, comment });
				if (comment === "") throw invalid("Comment can't be blank");
				return made;
			},
		},
	},
};

function extended(more = graphql) {
	const errors: unknown[] = [];
	const platform = createPlatform({
		seed: demo,
		clock: "2026-01-05T09:30:00.000Z",
		extensions: [{ ...extension, graphql: more }],
		onError: (error) => errors.push(error),
	});
	const ask = async (query: string, token = "developer-token") => {
		const response = await platform.fetch("http://tenon.test/api/graphql", {
			method: "POST",
			headers: { "PRIVATE-TOKEN": token, "content-type": "application/json" },
			body: JSON.stringify({ query }),
		});
		return response.json();
	};
	const iid = platform.state.mergeRequests.in("project", 101)[0]?.iid ?? 0;
	return { platform, ask, errors, iid };
}

test("an extension adds types, fields and mutations to the contract's schema", async () => {
	const { ask, iid, platform } = extended();
	const made = await ask(`mutation { approve(iid: ${iid}, comment: "Fine") { id comment createdAt } }`);
	expect(made).toEqual({ data: { approve: { id: 1, comment: "Fine", createdAt: "2026-01-05T09:30:00.000Z" } } });
	const read = await ask(`{ project(fullPath: "acme/web") { name approvals { id comment } } }`);
	expect(read.data.project).toEqual({
		name: platform.state.projects.get(101)?.name,
		approvals: [{ id: 1, comment: "Fine" }],
	});
	// Without the extension, a platform has only the contract's schema.
	const plain = createPlatform({ seed: demo });
	const response = await plain.fetch("/api/graphql", {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ query: `{ project(fullPath: "acme/web") { approvals { id } } }` }),
	});
	expect((await response.json()).errors[0].message).toContain("approvals");
});

test("refusals are errors of the field, its neighbours survive, and what a mutation wrote is taken back", async () => {
	const { ask, iid, platform } = extended();
	const read = await ask(`{ project(fullPath: "acme/web") { name owner } }`);
	expect(read).toMatchObject({ data: { project: { owner: null } }, errors: [{ path: ["project", "owner"] }] });
	const blank = await ask(`mutation { approve(iid: ${iid}, comment: "") { id } }`);
	expect(blank.errors[0].message).toBe("Comment can't be blank");
	expect(platform.state.table("approvals").size).toBe(0);
	const reader = await ask(`mutation { approve(iid: ${iid}, comment: "x") { id } }`, "developer-read-token");
	expect([reader.data.approve, reader.errors.length, platform.state.table("approvals").size]).toEqual([null, 1, 0]);
});

test.each([
	["text that does not parse", { typeDefs: "extend tpye Project {}", resolvers: {} }, "Syntax Error"],
	["a type that does not exist", { typeDefs: "extend type Nothing { a: Int }", resolvers: {} }, "Nothing"],
	["a resolver of no type", { typeDefs, resolvers: { Nothing: {} } }, "has resolvers of Nothing"],
	[
		"a resolver of no field",
		{ typeDefs, resolvers: { Project: { votes: () => 1 } } },
		"has a resolver of Project.votes",
	],
])("%s is reported with the first GraphQL request", async (_what, more, message) => {
	const { ask, errors } = extended(more);
	expect(await ask('{ echo(text: "x") }')).toMatchObject({ errors: [{ message: "Internal server error" }] });
	expect(String(errors[0])).toContain(message);
});

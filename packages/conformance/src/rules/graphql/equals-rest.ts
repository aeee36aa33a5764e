/** The same records read by REST and by GraphQL: every pair of fields that correspond by their names says the same. */
import { isDeepStrictEqual } from "node:util";
import { type Fields, isFields } from "../../rule/answer";
import type { Context } from "../../rule/context";
import { ask, numberOf } from "../../rule/graphql";
import { type Rule, rule } from "../../rule/rule";
import { type Noun, nouns, reader } from "./rest-nouns";

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The names of a type's plain fields that REST has too. */
async function common(t: Context, { type, unlike = [] }: Noun, record: Fields): Promise<string[]> {
	const query = `query($type: String!) { __type(name: $type) { fields {
		name type { kind ofType { kind ofType { kind ofType { kind } } } } } } }`;
	const response = await ask(reader(t), query, { type });
	const isPlain = (kinds: string): boolean => /"(SCALAR|ENUM)"/.test(kinds) && !/"(OBJECT|INTERFACE|UNION)"/.test(kinds);
	return response
		.list("__type.fields")
		.filter((field) => isPlain(JSON.stringify(field.type)))
		.map(({ name }) => String(name))
		.filter((name) => Object.hasOwn(record, snake(name)) && !isFields(record[snake(name)]) && !unlike.includes(name));
}

/** Whether both mean the same: GraphQL writes times in whole seconds, enums in capitals, and ids as Global IDs. */
function agree(rest: unknown, response: unknown): boolean {
	if (isDeepStrictEqual(rest, response)) return true;
	if (typeof rest === "number") return rest === numberOf(response) || String(rest) === response;
	if (typeof rest !== "string") return false;
	if (typeof response === "number") return Number(rest) === response;
	if (/^\d{4}-\d\d-\d\dT/.test(rest)) return Math.floor(Date.parse(rest) / 1000) * 1000 === Date.parse(String(response));
	return rest.toUpperCase() === response;
}

const laws = nouns.map((noun) =>
	rule(
		"",
		`GraphQL tells the same as REST of ${noun.slug.replaceAll("-", " ")}, in every field that both have`,
		["executeGraphql", ...noun.operations],
		async (t) => {
			const rest = await noun.rest(t);
			const first = rest[0] ?? t.skip("the scene has no such record");
			const names = await common(t, noun, first);
			t.holds(`there should be fields to compare, and there are ${names.join(", ")}`, names.length > 2);
			const [query, variables, way] = noun.response(t, names.join(" "));
			const response = await ask(reader(t), query, variables);
			const single = response.at(way);
			const records = isFields(single) ? [single] : response.list(way);
			const ids = records.map(({ id }) => numberOf(id));
			const sorted = (numbers: readonly unknown[]) => [...numbers].sort((a, b) => Number(a) - Number(b));
			const expected = rest.map(({ id }) => id);
			t.same("the ids", noun.ordered ? ids : sorted(ids), noun.ordered ? expected : sorted(expected), response.answer);
			for (const record of records) {
				const twin = rest.find(({ id }) => id === numberOf(record.id)) ?? {};
				for (const name of names)
					t.holds(
						`${name} of ${String(record.id)} should be ${JSON.stringify(twin[snake(name)])}, as REST tells it, and is ${JSON.stringify(record[name])}`,
						agree(twin[snake(name)], record[name]),
						response.answer,
					);
			}
		},
		{ id: `graphql/equals-rest/${noun.slug}`, level: "ASSUMED", phase: "graphql", domain: "graphql", effect: "reads" },
	),
);

/** The notes of the scene's issue page by page, forward or backward. */
async function pages(t: Context, isForward: boolean): Promise<number[]> {
	const args = isForward ? "first: 30, after: $cursor" : "last: 30, before: $cursor";
	const query = `query($path: ID!, $iid: String, $cursor: String) { project(fullPath: $path) { issue(iid: $iid) { notes(${args}) {
		nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`;
	const ids: number[] = [];
	for (let cursor: unknown = null, turn = 0; turn < 100; turn++) {
		const response = await ask(reader(t), query, {
			path: t.scene("project"),
			iid: String(t.scene("issue_iid")),
			cursor,
		});
		const some = response.list("project.issue.notes.nodes").map(({ id }) => numberOf(id));
		if (isForward) ids.push(...some);
		else ids.unshift(...some);
		const info = response.record("project.issue.notes.pageInfo");
		if ((isForward ? info.hasNextPage : info.hasPreviousPage) !== true) break;
		cursor = isForward ? info.endCursor : info.startCursor;
	}
	return ids;
}

async function allByRest(t: Context): Promise<number[]> {
	const ids: number[] = [];
	const where = { id: t.scene("project"), issue_iid: t.scene("issue_iid"), sort: "asc", per_page: 100 };
	for (let page = 1; page <= 30; page++) {
		const some = (await reader(t).call("listIssueNotes", { ...where, page })).is(200).ids;
		ids.push(...some);
		if (some.length < 100) break;
	}
	return ids;
}

const walks = [true, false].map((isForward) =>
	rule(
		"",
		`Pages by cursor, walked ${isForward ? "forward" : "backward"}, are the list of REST`,
		["executeGraphql", "listIssueNotes"],
		async (t) => {
			const rest = await allByRest(t);
			if (rest.length < 2) t.skip("the scene's issue has no notes to page through: name another as issue_iid");
			t.same("the notes from page to page", await pages(t, isForward), rest);
		},
		{
			id: `graphql/equals-rest/pages-${isForward ? "forward" : "backward"}`,
			level: "ASSUMED",
			phase: "graphql",
			domain: "graphql",
			effect: "reads",
		},
	),
);

export const equalsRestChecks: readonly Rule[] = [...laws, ...walks];

import { authenticatesAs, changesStatus, responses } from "./breaks";
import { type Break, type Mutant, mutant } from "./mutant";

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** Changes all values of a field, anywhere in a response. */
function everyField(value: unknown, name: string, change: (value: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map((one) => everyField(one, name, change));
	if (!isFields(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [key, key === name ? change(one) : everyField(one, name, change)]),
	);
}

const field = (name: string, change: (value: unknown) => unknown): Break =>
	responses((value) => everyField(value, name, change));

/** Changes the text of a query. */
const query =
	(change: (text: string) => string): Break =>
	async (request, pass) => {
		if (request.method !== "POST") return await pass(request);
		const headers = new Headers(request.headers);
		headers.delete("content-length");
		return await pass(new Request(request.url, { method: "POST", headers, body: change(await request.text()) }));
	};

/** Executes mutations that are sent by GET. */
const mutatesByGet: Break = async (request, pass) => {
	const url = new URL(request.url);
	const text = url.searchParams.get("query");
	if (request.method !== "GET" || !text?.trimStart().startsWith("mutation")) return await pass(request);
	const headers = new Headers(request.headers);
	headers.set("content-type", "application/json");
	url.search = "";
	return await pass(new Request(url, { method: "POST", headers, body: JSON.stringify({ query: text }) }));
};

/** A platform whose GraphQL or alert intake is wrong. */
export const graphqlMutants: readonly Mutant[] = [
	mutant(
		"the complexity is one too many",
		"executeGraphql",
		field("score", (score) => Number(score) + 1),
	),
	mutant(
		"the limit of complexity is another",
		"executeGraphql",
		field("limit", (limit) => Number(limit) + 10),
	),
	mutant(
		"a batch is answered in reverse",
		"executeGraphql",
		responses((value) => (Array.isArray(value) ? value.reverse() : value)),
	),
	mutant(
		"errors are left out",
		"executeGraphql",
		responses((value) => (isFields(value) && "data" in value ? { data: value.data } : value)),
	),
	mutant("a mutation may come by GET", "executeGraphql", mutatesByGet),
	mutant(
		"Global IDs name another application",
		"executeGraphql",
		responses((value) => JSON.parse(JSON.stringify(value).replaceAll("gid://service/", "gid://app/"))),
	),
	mutant(
		"there is always a next page",
		"executeGraphql",
		field("hasNextPage", () => true),
	),
	mutant(
		"counts are one too many",
		"executeGraphql",
		field("count", (count) => (typeof count === "number" ? count + 1 : count)),
	),
	mutant(
		"locking an issue unlocks it",
		"executeGraphql",
		query((text) =>
			text.includes("issueSetLocked")
				? text
						.replaceAll("locked:true", "locked:false")
						.replaceAll("locked: true", "locked: false")
						.replaceAll('"locked":true', '"locked":false')
				: text,
		),
	),
	mutant("a wrong token counts as none", "executeGraphql", async (request, pass) => {
		const response = await pass(request.clone());
		if (response.status !== 401) return response;
		const copy = new Request(request);
		copy.headers.delete("private-token");
		copy.headers.delete("authorization");
		return await pass(copy);
	}),
	mutant(
		"everyone reads what administrators read",
		"executeGraphql",
		authenticatesAs((token) => token !== null && token !== "root-token", "root-token"),
	),
	mutant("every response is a 200", "executeGraphql", changesStatus(401, 200, { data: null })),
	mutant(
		"an alert's severity is always high",
		"sendAlert",
		query((text) => text.replace(/"severity"\s*:\s*"[^"]*"/, '"severity":"high"')),
	),
	mutant(
		"alerts are never grouped",
		"sendAlert",
		query((text) =>
			text
				.replace(/"fingerprint"\s*:\s*"([^"]*)"/, () => `"fingerprint":"${Math.random()}"`)
				.replace(/"title"\s*:\s*"([^"]*)"/, (_, title: string) => `"title":"${title} ${Math.random()}"`),
		),
	),
	mutant(
		"alerts are never resolved",
		"sendAlert",
		query((text) =>
			text.replace(/"(end_time|endsAt)"\s*:\s*"[^"]*"/g, '"$1":null').replaceAll('"resolved"', '"firing"'),
		),
	),
	mutant("a wrong key is taken", "sendAlert", changesStatus(401, 200, [])),
	mutant(
		"an alert is responded with nothing",
		"sendAlert",
		responses(() => []),
	),
	mutant("an alert gets 201", "sendAlert", changesStatus(200, 201)),
];

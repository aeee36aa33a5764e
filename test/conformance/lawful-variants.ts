/** Servers that differ from the mock in what the specification leaves open. None of them may fail a MUST rule. */
import type { Break } from "../mutants/mutant";

/** Replaces every text of a JSON value. */
const reworded = (value: unknown): unknown =>
	typeof value === "string"
		? "This server says it in its own words"
		: Array.isArray(value)
			? value.map(reworded)
			: typeof value === "object" && value !== null
				? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, reworded(one)]))
				: value;

/** Changes the text of a response's body, its status and its headers. */
const changed =
	(
		applies: (response: Response, request: Request) => boolean,
		change: (text: string, response: Response) => { text?: string; status?: number; without?: readonly string[] },
	): Break =>
	async (request, pass) => {
		const response = await pass(request);
		if (!applies(response, request)) return response;
		const before = await response.text();
		const { text = before, status = response.status, without = [] } = change(before, response);
		const headers = new Headers(response.headers);
		for (const name of ["content-length", ...without]) headers.delete(name);
		if (text !== "" && !headers.has("content-type")) headers.set("content-type", "application/json");
		return new Response(status === 204 || status === 304 ? null : text, { status, headers });
	};

const isJson = (response: Response): boolean => response.headers.get("content-type")?.includes("json") === true;
const isGraphql = (request: Request): boolean => request.url.includes("/api/graphql");

/** The variants, by name. */
export const lawfulVariants = {
	"other error texts": changed(
		(response, request) => response.status >= 400 && isJson(response) && !isGraphql(request),
		(text) => ({ text: JSON.stringify(reworded(JSON.parse(text))) }),
	),
	"200 instead of 201": changed(
		(response) => response.status === 201,
		() => ({ status: 200 }),
	),
	"no paging totals": changed(
		(response) => response.headers.has("x-total"),
		() => ({ without: ["x-total", "x-total-pages"] }),
	),
	"times without milliseconds": changed(
		(response) => response.ok && isJson(response),
		(text) => ({ text: text.replace(/(T\d\d:\d\d:\d\d)\.\d{3}Z/g, "$1Z") }),
	),
	"a body on DELETE": changed(
		(response, request) => request.method === "DELETE" && response.status === 204,
		() => ({ status: 200, text: '{"message":"200 OK"}' }),
	),
	"other GraphQL error texts": changed(
		(response, request) => isGraphql(request) && isJson(response),
		(text) => ({
			text: JSON.stringify(
				JSON.parse(text, (name, value: unknown) =>
					name === "message" && typeof value === "string" ? "This server says it in its own words" : value,
				),
			),
		}),
	),
} as const satisfies Record<string, Break>;

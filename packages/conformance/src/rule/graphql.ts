/** Sends GraphQL requests and reads the responses. */
import type { Params } from "./address";
import type { Caller } from "./caller";
import { show } from "./difference";
import { type ApiResponse, type Fields, isFields } from "./response";
import { Skip } from "./verdict";

/** The error message of mutations on a record that does not exist or that the caller may not see or change. */
export const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";

/** The fields that the specification shows. A schema may lack all others. */
const shown = new Set(
	"query mutation __typename currentUser project runner issueSetLocked updateSnippet createSnippet repository blobs nodes id iid name username fullPath errors issue mergeRequest discussionLocked snippet title".split(
		" ",
	),
);

/** Whether a query has fields that a server may lack. Strings, comments, variables and their types, names, aliases and arguments are no fields. */
function isBeyond(body: string): boolean {
	const { query }: { readonly query?: string } = JSON.parse(body);
	// The specification shows no query for an issue or merge request by its Global ID.
	if (/\b(issue|mergeRequest)\s*\(\s*id\s*:/.test(query ?? "")) return true;
	const words =
		query?.replace(/"[^"]*"|#.*|\$\w+(: ?\[?\w+)?|\w+:|(?<=(query|mutation) )\w+/g, "").match(/[A-Za-z_]\w*/g) ?? [];
	return words.some((word) => !shown.has(word));
}

/** A GraphQL response. Paths into its data are written with dots: `project.issue.notes.nodes.0`. */
export class GraphqlResponse {
	readonly http: ApiResponse;

	constructor(response: ApiResponse) {
		this.http = response;
	}

	/** The top-level errors; an empty list if there are none. */
	get errors(): readonly Fields[] {
		const { errors = [] } = this.http.fields;
		if (!Array.isArray(errors) || !errors.every(isFields))
			throw this.http.deviation(`errors: expected a list of records, got ${show(errors)}`);
		return errors;
	}

	/** The message of the first error. */
	get message(): string | undefined {
		const message = this.errors[0]?.message;
		return typeof message === "string" ? message : undefined;
	}

	/** The data of a response without errors. */
	get data(): Fields {
		this.http.is(200);
		if (this.errors.length > 0) {
			const message = `errors: expected none, got ${show(this.errors)}`;
			const { request, response } = this.http.exchange;
			// A query that is refused before it runs has no data.
			const asked = request.body ?? "{}";
			if (response.text.includes('"data"') || !isBeyond(asked)) throw this.http.deviation(message);
			// Without introspection many rules cannot know what to query: only the rules about introspection itself report it.
			if (/\b__(schema|type)\b/.test(asked)) throw new Skip("the server does not show its GraphQL schema");
			this.http.assume(message);
			throw new Skip("the server's GraphQL schema lacks what the rule asks for");
		}
		const data = this.http.field("data");
		if (!isFields(data)) throw this.http.deviation(`data: expected an object, got ${show(data)}`);
		return data;
	}

	/** The data of a response that may have errors for records that are not found. */
	get found(): Fields {
		const data = this.http.is(200).field("data");
		if (this.errors.length === 0 || !isFields(data) || !Object.values(data).includes(null)) return this.data;
		this.http.assume(`errors: expected none for what is not found, got ${show(this.errors)}`);
		return data;
	}

	/** The value at a path in the data of a response without errors; null if the path ends earlier. */
	at(path: string): unknown {
		let found: unknown = this.data;
		for (const step of path.split("."))
			found = Array.isArray(found) ? (found[Number(step)] ?? null) : isFields(found) ? (found[step] ?? null) : null;
		return found;
	}

	record(path: string): Fields {
		const value = this.at(path);
		if (!isFields(value)) throw this.http.deviation(`${path}: expected a record, got ${show(value)}`);
		return value;
	}

	list(path: string): readonly Fields[] {
		const value = this.at(path);
		if (!Array.isArray(value) || !value.every(isFields))
			throw this.http.deviation(`${path}: expected a list of records, got ${show(value)}`);
		return value;
	}

	text(path: string): string {
		const value = this.at(path);
		if (typeof value !== "string") throw this.http.deviation(`${path}: expected a string, got ${show(value)}`);
		return value;
	}

	/** The response must have an error and no data. Another message than this one is a warning. */
	refuses(message: string | RegExp): this {
		// GraphQL over HTTP allows refusing a query with a 4xx status.
		if (this.http.refused) this.http.assume(`status: expected 200, got ${this.http.status}`);
		else this.http.is(200);
		const { message: actual } = this;
		if (actual === undefined) throw this.http.deviation("errors: expected a refusal, got none");
		const data = this.http.field("data");
		if (isFields(data) && Object.values(data).some((value) => value !== null))
			throw this.http.deviation(`data: expected null in a refusal, got ${show(data)}`);
		if (typeof message === "string" ? actual !== message : !message.test(actual))
			this.http.assume(`errors[0].message: expected ${message}, got ${show(actual)}`);
		return this;
	}
}

/** Sends a query, or another document. */
export const ask = async (caller: Caller, query: string, variables?: Params): Promise<GraphqlResponse> =>
	new GraphqlResponse(await caller.graphql(query, variables));

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Sends one mutation, by its name, which may follow an alias. `selection` is what to select besides `errors`. */
export async function mutate(
	caller: Caller,
	name: string,
	input: Params,
	selection = "",
	headers: Readonly<Record<string, string>> = {},
): Promise<GraphqlResponse> {
	const query = `mutation($input: ${capital(name.replace(/^\w+: /, ""))}Input!) { ${name}(input: $input) { errors ${selection} } }`;
	return new GraphqlResponse(await caller.graphql(query, { input }, { headers }));
}

/** The payload of a mutation that must succeed. */
export async function succeed(caller: Caller, name: string, input: Params, selection = ""): Promise<Fields> {
	const response = await mutate(
		caller,
		name,
		{ clientMutationId: name, ...input },
		`${selection} mark: clientMutationId`,
	);
	const { mark, ...payload } = response.record(name);
	const sent = input.clientMutationId ?? name;
	if (mark !== sent) response.http.assume(`clientMutationId of ${name}: expected ${show(sent)}, got ${show(mark)}`);
	if (!Array.isArray(payload.errors) || payload.errors.length > 0)
		throw response.http.deviation(`${name}: expected success, got errors ${show(payload.errors)}`);
	return payload;
}

/** The Global ID of a record. */
export const gid = (className: string, id: number): string => `gid://service/${className}/${id}`;

/** The number at the end of a Global ID; 0 for anything else. */
export const numberOf = (id: unknown): number => Number(/\/(\d+)$/.exec(String(id))?.[1] ?? 0);

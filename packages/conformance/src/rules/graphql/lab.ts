/** Shared by the GraphQL rules: requests written by hand, and callers of every role. */
import { isDeepStrictEqual } from "node:util";
import type { ActorName } from "../../rule/actors";
import type { Params } from "../../rule/address";
import type { Caller } from "../../rule/caller";
import type { Context } from "../../rule/context";
import { ask, GraphqlResponse, mutate, noPermission } from "../../rule/graphql";
import { type ApiResponse, type Fields, isFields } from "../../rule/response";
import { assumed, type Rule, type RuleOptions, rule } from "../../rule/rule";
import { Skip } from "../../rule/verdict";

export const reads = { effect: "reads" } as const;
export const writes = { effect: "writes" } as const;

/** A rule about GraphQL that the specification states. */
export const stated = (ids: string, title: string, options: RuleOptions, run: Rule["run"]): Rule => rule(ids, title, "executeGraphql", run, options);
/** A rule about GraphQL that the specification leaves open. */
export const unstated = (ids: string, title: string, options: RuleOptions, run: Rule["run"]): Rule => assumed(ids, title, "executeGraphql", run, options);

/** Sends any JSON; `address` is added to the GraphQL address. */
export const post = async (caller: Caller, json: unknown, address = ""): Promise<ApiResponse> => await caller.send("POST", `/api/graphql${address}`, { json });

/** The same, for a response that is one object. */
export const respond = async (caller: Caller, json: unknown, address = ""): Promise<GraphqlResponse> => new GraphqlResponse(await post(caller, json, address));

/** Sends several queries in one request; the response must be a list as long. */
export async function batch(caller: Caller, queries: readonly unknown[], address = ""): Promise<readonly Fields[]> {
	const json = queries.map((query) => (typeof query === "string" ? { query } : query));
	const response = (await post(caller, json, address)).is(200);
	if (response.items.length !== queries.length) throw response.deviation(`results: expected ${queries.length}, got ${response.items.length}`);
	return response.items;
}

/** The first error of a result. */
export function errorOf(result: Fields | undefined): Fields | undefined {
	const [first]: unknown[] = Array.isArray(result?.errors) ? result.errors : [];
	return isFields(first) ? first : undefined;
}
export const messageOf = (result: Fields | undefined): unknown => errorOf(result)?.message;

export const many = (count: number, one: (at: number) => string): string => Array.from({ length: count }, (_, at) => one(at)).join(" ");

/** A text as it is written in a query. */
export const quoted = (text: unknown): string => JSON.stringify(text);

/** The caller; null is a caller without credentials. */
export type Who = ActorName | null;
export const by = (t: Context, who: Who): Caller => (who === null ? t.anonymous : t.as(who));
export const everyone = ["administrator", "auditor", "owner", "maintainer", "developer", "reporter", "guest", "outsider", null] as const;

const roles = ["owner", "maintainer", "developer", "reporter", "guest"] as const;
/** The callers with a lower role, and those who may change nothing. */
export const below = (role: (typeof roles)[number]): readonly Who[] => [...roles.slice(roles.indexOf(role) + 1), "outsider", "auditor", "read-only", null];

/** The callers for which a condition is true. */
export async function those<W extends Who>(who: readonly W[], test: (one: W) => Promise<boolean>): Promise<W[]> {
	const out: W[] = [];
	for (const one of who) if (await test(one)) out.push(one);
	return out;
}

/** Adds records that the public interface cannot create. On other servers the rule uses the records that exist. */
export async function enrich(arrange: () => Promise<unknown>): Promise<boolean> {
	try {
		await arrange();
		return true;
	} catch (error) {
		if (error instanceof Skip) return false;
		throw error;
	}
}

/** A project of the scene's group that nothing else uses; arranged through the control API. */
export const freshProject = async (t: Context, fields: Fields = {}) =>
	await t.given.record("projects", { full_path: `${t.scene("group")}/${t.unique("lab")}`, ...fields });

export const pathOf = (record: Fields): string => String(record.full_path);

/** Checks that a request changes nothing: in the whole state if the control API shows it; otherwise in what `read` returns. */
export async function inVain(t: Context, request: () => Promise<unknown>, read?: () => Promise<unknown>): Promise<void> {
	const state = async (): Promise<unknown> => {
		const all: unknown[] = [await read?.()];
		await enrich(async () => {
			// The control API returns the tables by their names.
			const { tables } = (await t.given.control("GET", "/state")) as { readonly tables: Fields };
			// Even a refused request counts as a use of its token.
			const text = JSON.stringify({ ...tables, spamLogs: undefined }, (name, value) => (name === "last_used_at" ? undefined : value));
			all.push(JSON.parse(text));
		});
		return all;
	};
	const before = await state();
	await request();
	t.same("the state after a refusal", await state(), before);
}

/** A mutation must be refused to these callers with the permission error, and change nothing. */
export async function forbids(t: Context, name: string, input: Params, who: readonly Who[], read?: () => Promise<unknown>): Promise<void> {
	await inVain(
		t,
		async () => {
			for (const one of who) {
				const response = (await mutate(by(t, one), name, input)).refuses(noPermission);
				t.same(`data for ${one}`, response.http.field("data"), { [name]: null }, response.http);
				t.assume(`the error's path should be ${name}`, isDeepStrictEqual(response.errors[0]?.path, [name]), response.http);
				t.assume("the error should have locations", Array.isArray(response.errors[0]?.locations), response.http);
			}
		},
		read,
	);
}

/** A query must be refused to every caller with this message, including a user whom it names. */
export async function refusedToAll(t: Context, query: string, message: string | RegExp): Promise<void> {
	for (const who of ["guest", "developer", "maintainer", "administrator"] as const) (await ask(t.as(who), query)).refuses(message);
}

/** A project with these fields, as a caller reads it; null if it is not visible. */
export async function inProject(t: Context, who: Who, path: string, selection: string): Promise<Fields | null> {
	const response = await ask(by(t, who), `query($path: ID!) { project(fullPath: $path) { ${selection} } }`, { path });
	const found = response.at("project");
	return isFields(found) ? found : null;
}

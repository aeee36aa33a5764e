import { generated } from "../generators/generated";
import { type RestOperation, takesForms, writing } from "../generators/rest-operations";
import { type Plan, planOf } from "../plans/plan";
import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { type ApiResponse, isFields } from "../rule/response";
import type { Rule } from "../rule/rule";

/** Names of fields whose values differ between two records or two moments. */
const passing = /(^|_)(id|iid|token|at|on|ip|count|duration|url|username|email|name|pin|_links|sha|body|description|note|path|bio)$/;

/** Replaces the values that differ between any two records by their types, and returns the rest of a response unchanged. */
export function steady(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(steady);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, passing.test(name) ? typeof inner : steady(inner)]));
}

/** Names of free text fields, which may contain any character. */
const free = /^(description|message|bio|body)$/;

/** Names of fields that change without a request. */
const moves = /(^|_)(status|online|at|on|ip|count|time|token|duration)$/;

const encodings = ["json", "form", "multipart", "query", "split", "form with the token", "json with its charset"] as const;
type Encoding = (typeof encodings)[number];
/** Whether the specification leaves an encoding open: it has multipart only for files, fields in one place, tokens in headers, and no charset. */
const isOpen = (as: Encoding | undefined): boolean => as !== "json" && as !== "form" && as !== "query";

/** Sends a call with its fields, and with its token, in the places that the encoding has for them. */
async function sentIn(as: Encoding, t: Context, { caller }: Plan, row: RestOperation, params: Params): Promise<ApiResponse> {
	const { "PRIVATE-TOKEN": private_token, ...headers } = caller.headers;
	if (as === "form with the token") return await t.anonymous.with(headers).call(row.id, { ...params, private_token }, { as: "form" });
	if (as === "json with its charset") return await caller.call(row.id, params, { headers: { "content-type": "application/json; charset=utf-8" } });
	return await caller.call(row.id, params, { as });
}

/** Whether the operation has body fields and accepts forms. */
const hasBody = (row: RestOperation): boolean => row.body?.fields !== undefined && takesForms(row);

const inNineDays = () => ({ expires_at: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10) });
/** Optional fields to send with the operations whose optional fields no other law sends. */
const further: { readonly [operation: string]: () => Params } = {
	replaceCurrentUserStatus: () => ({ emoji: "tea", availability: "busy", clear_status_after: "3_hours" }),
	rotateGroupPersonalAccessToken: inNineDays,
	rotateGroupResourceAccessToken: inNineDays,
};

/** Each operation with a body accepts its fields as JSON, as both kinds of form, and in the query. */
export const bodies: readonly Rule[] = writing.filter(hasBody).map((row) =>
	generated(
		row,
		{
			phase: "laws",
			what: "body",
			title: "has the same effect with its fields sent as JSON, as a form, as multipart or in the query string",
			level: "MUST",
		},
		async (t) => {
			const responses = [];
			for (const as of encodings) {
				const plan = await planOf(row.id, t);
				const params = Object.fromEntries(
					Object.entries({ ...plan.params, ...further[row.id]?.() }).map(([name, value]) => [
						name,
						// Multipart sends a line break as two characters (CRLF).
						free.test(name) ? `${String(value)} Ümlaut & more + 1%${name === "body" && as !== "multipart" ? "\n\n  in lines" : ""}` : value,
					]),
				);
				const response = await sentIn(as, t, plan, row, params);
				if (response.status < 300) plan.made?.(response);
				responses.push(response);
				// After the change, a GET must return the record as the change returned it.
				const seen = response.succeeded && row.verb !== "DELETE" ? await plan.look?.() : undefined;
				if (response.succeeded && response.text)
					for (const { name } of row.body?.fields ?? [])
						if (typeof params[name] === "string" && !name.endsWith("token") && Object.hasOwn(response.fields, name)) {
							const expect = isOpen(as) ? t.assume : t.holds;
							expect(`${name} should have the value that was sent as ${as}`, response.field(name) === params[name], response);
						}
				// A rotation returns a new record, not the record that it changes.
				if (!isFields(seen) || !response.text || seen.id !== response.field("id")) continue;
				for (const [name, value] of Object.entries(seen)) {
					if (moves.test(name) || !Object.hasOwn(response.fields, name)) continue;
					const isSame = () => t.same(`${name} in a later read, after a request as ${as}`, value, response.field(name), response);
					// The specification leaves open how a text is rendered as HTML.
					if (name.endsWith("_html")) await t.assuming(async () => isSame());
					else isSame();
				}
			}
			const [first, ...others] = responses;
			if (!first) return;
			for (const [index, response] of others.entries()) {
				const encoding = encodings[index + 1];
				// A server may ignore the body of a DELETE.
				if ((isOpen(encoding) || row.verb === "DELETE") && response.status !== first.status) {
					t.assume(`the fields should be accepted as ${encoding === "split" ? "one in the query and the others in JSON" : encoding}`, false, response);
					continue;
				}
				t.same(`the status as ${encoding}`, response.status, first.status, response);
				// Each rotation changes another token.
				if (first.text && row.domain !== "credentials") t.same(`the response as ${encoding}`, steady(response.json), steady(first.json), response);
			}
		},
	),
);

import { generated } from "../generators/generated";
import { type RestOperation, takesForms, writing } from "../generators/rest-operations";
import { planOf } from "../plans/plan";
import type { CallOptions } from "../rule/caller";
import { isFields } from "../rule/response";
import type { Rule } from "../rule/rule";

/** What a response says of the single record and of the moment. */
const passing = /(^|_)(id|iid|token|at|on|url|username|email|name|pin|_links|sha|body|description|note|path|bio)$/;

/** The shape and the plain values of a response, without what differs between any two. */
export function steady(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(steady);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, passing.test(name) ? typeof inner : steady(inner)]));
}

/** Texts without a form, which may have any character. */
const free = /^(description|message|bio|body)$/;

/** What goes on by itself. */
const moves = /(^|_)(status|online|at|on|time|token|duration)$/;

const ways = ["json", "form", "multipart", "query", "split"] as const satisfies CallOptions["as"][];
/** The characters of JSON may be named as well. */
const withCharset = { "content-type": "application/json; charset=utf-8" };

/** Operations whose body the least call has something in, and which may be called more than once. */
const hasBody = (row: RestOperation): boolean =>
	row.body?.fields !== undefined &&
	takesForms(row) &&
	!["deleteRunnerByToken", "rotateGroupPersonalAccessToken", "rotateGroupResourceAccessToken"].includes(row.id);

/** Each operation with a body takes its fields as JSON, as a form of either kind, and in the query. */
export const bodies: readonly Rule[] = writing.filter(hasBody).map((row) =>
	generated(
		row,
		{
			phase: "laws",
			what: "body",
			title: "does the same whether its fields travel as JSON, as a form, as multipart or in the query",
			level: "MUST",
		},
		async (t) => {
			const responses = [];
			for (const as of [...ways, "charset"] as const) {
				const plan = await planOf(row.id, t);
				const params = Object.fromEntries(
					Object.entries(plan.params).map(([name, value]) => [name, free.test(name) ? `${String(value)} Ümlaut & more + 1%` : value]),
				);
				const response = await plan.caller.call(row.id, params, as === "charset" ? { headers: withCharset } : { as });
				if (response.status < 300) plan.made?.(response);
				responses.push(response);
				// A record that the operation changed must be read as it was returned.
				const seen = response.succeeded ? await plan.look?.() : undefined;
				if (!isFields(seen) || !response.text) continue;
				for (const [name, value] of Object.entries(seen))
					if (!moves.test(name) && Object.hasOwn(response.fields, name))
						t.same(`${name} as it is read after a request as ${as}`, value, response.field(name), response);
			}
			const [first, ...others] = responses;
			if (!first) return;
			for (const [index, response] of others.entries()) {
				const encoding = ways[index + 1] ?? "JSON with its charset";
				// The specification names multipart for files alone, and one place for the fields of a request.
				if ((encoding === "multipart" || encoding === "split") && response.status !== first.status) {
					t.assume(`the fields are read ${encoding === "split" ? "where one is in the query and the others in JSON" : "as multipart"}`, false, response);
					continue;
				}
				t.same(`the status as ${encoding}`, response.status, first.status, response);
				if (first.text) t.same(`the response as ${encoding}`, steady(response.json), steady(first.json), response);
			}
		},
	),
);

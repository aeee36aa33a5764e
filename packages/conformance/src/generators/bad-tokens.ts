import { distinct, sortsOfUsers } from "../laws/every-state";
import { type Plan, planOf } from "../plans/plan";
import { narrowTokens } from "../rule/actors";
import type { Params } from "../rule/address";
import { bearer } from "../rule/callers";
import type { Context } from "../rule/context";
import type { ApiResponse } from "../rule/response";
import type { Rule } from "../rule/rule";
import { states } from "../rule/states";
import { Skip } from "../rule/verdict";
import { generated } from "./generated";
import { leastParams, nobody, placeOf } from "./least-params";
import { refusedWithEnding } from "./refused-with-ending";
import type { RestOperation } from "./rest-operations";
import { unchanged } from "./unchanged";
import { sentFields } from "./wrong-input";

/** Returns the operations that check access tokens; the others accept a runner's token in the body. */
const signedIn = (rows: readonly RestOperation[]) => rows.filter(({ access }) => access.role !== "token");

const reasons = {
	expired: "Token is expired. You can either do re-authorization or token refresh.",
	revoked: "Token was revoked. You have to re-authorize from the user.",
};

/** Whether an operation is partly public: without a token it refuses the rest with 403. */
const isHalfOpen = ({ id }: RestOperation) => id === "getUser";

/** Returns malformed parameters: without any field, with wrong values of all fields, and with a text for each number in the path. */
function malformed(row: RestOperation, params: Params): readonly Params[] {
	const fields = sentFields(row);
	const inPath = Object.fromEntries(Object.entries(params).filter(([name]) => !fields.some((one) => one.name === name)));
	const wrong = Object.fromEntries(fields.map(({ name }) => [name, "no-such-value"]));
	// With a text, the paths of users match no operation.
	const numbers = row.parameters.filter((one) => one.in === "path" && one.schema.type === "integer" && row.domain !== "users");
	return [...(fields.length > 0 ? [inPath, { ...inPath, ...wrong }] : []), ...numbers.map(({ name }) => ({ ...params, [name]: "4x" }))];
}

/** Returns a user of each state and kind. */
const users = async (t: Context) => distinct((await t.as("administrator").call("listUsers", { per_page: 100 })).is(200).items, sortsOfUsers);

/** Returns the level of a rule about unknown callers: MUST for writes; for reads, which are partly public, it depends on the evidence for 401. */
const ofUnknown = ({ verb }: RestOperation) => (verb === "GET" ? { rests: ["401"] } : ({ level: "MUST" } as const));

/** Checks that an unknown caller is refused. The status 401 is stated only for some operations, and assumed for the others. */
function isUnknown(t: Context, row: RestOperation, response: ApiResponse): void {
	t.holds("it should be refused", response.refused, response);
	if (states(row, "401")) response.is(401);
	t.assume("the refusal should be 401 Unauthorized", response.status === 401 && response.text.includes("401 Unauthorized"), response);
}

const noToken = (rows: readonly RestOperation[]): readonly Rule[] =>
	signedIn(rows)
		.filter(({ anonymous }) => !anonymous)
		.map((row) =>
			generated(
				row,
				{ phase: "negatives", what: "no-token", title: "is refused without a token", ...(isHalfOpen(row) ? { level: "MUST" } : ofUnknown(row)) },
				async (t) => {
					const params = leastParams(row, t);
					// The caller is checked before the parameters, the required fields and the place.
					const sent = isHalfOpen(row)
						? [params, ...(await users(t)).map(({ id }) => ({ ...params, id }))]
						: [params, ...malformed(row, params), ...(placeOf(row) ? [{ ...params, id: nobody }] : [])];
					for (const one of sent) {
						const response = await t.anonymous.call(row, one);
						if (isHalfOpen(row)) response.refuses(403, { message: "403 Forbidden - Not authorized!" });
						else isUnknown(t, row, response);
					}
					for (const end of ["/", ".json"] as const) await refusedWithEnding(t, t.anonymous, row, params, isHalfOpen(row) ? 403 : 401, end);
				},
			),
		);

/** Checks that an invalid token is also refused as a bearer token, and in the query of a GET. */
async function refusedElsewhere(t: Context, row: RestOperation, params: Params, token: string): Promise<void> {
	const responses = [await bearer(t, token).call(row, params)];
	if (row.verb === "GET") responses.push(await t.anonymous.call(row, { ...params, private_token: token }));
	for (const response of responses) t.assume("the token should be refused wherever it is", response.status === 401, response);
}

/** Returns a plan for an existing record if `isShown` and the scene has one: a token that is wrongly accepted would show or change it. */
async function shown(row: RestOperation, t: Context, isShown: boolean): Promise<Plan> {
	try {
		if (isShown) return await planOf(row, t);
	} catch (error) {
		if (!(error instanceof Skip)) throw error;
	}
	return { caller: t.anonymous, params: leastParams(row, t) };
}

/** Whether an operation changes what each user has only one of, or uses up what is scarce. */
const isOwnOrScarce = ({ id, domain, access }: RestOperation): boolean => access.where === "self" || domain === "credentials" || /^reset\w+Token/.test(id);

const unknownToken = (rows: readonly RestOperation[]): readonly Rule[] =>
	signedIn(rows).map((row) =>
		generated(row, { phase: "negatives", what: "unknown-token", title: "is refused with an unknown token", ...ofUnknown(row) }, async (t) => {
			const text = t.unique("no-such-token");
			const params = leastParams(row, t);
			const there = row.verb === "GET" ? [(await shown(row, t, true)).params] : [];
			for (const one of [params, ...malformed(row, params), ...there]) isUnknown(t, row, await t.bearing(text).call(row, one));
			await refusedElsewhere(t, row, params, text);
		}),
	);

const deadToken = (rows: readonly RestOperation[]): readonly Rule[] =>
	signedIn(rows).map((row) =>
		generated(
			row,
			{
				phase: "negatives",
				what: "dead-token",
				title: "is refused with an expired or revoked token, and changes nothing",
				...(row.anonymous ? { rests: ["401"] } : { level: "MUST" }),
			},
			async (t) => {
				const isReading = row.verb === "GET";
				const plan = await shown(row, t, isReading || !isOwnOrScarce(row));
				const { params } = plan;
				await unchanged(t, plan, async () => {
					for (const actor of ["expired", "revoked"] as const) {
						// The revoked token is sent with malformed parameters, unless the operation writes.
						const sent = (isReading && actor === "revoked" && malformed(row, params).at(-1)) || params;
						const response = (await t.as(actor).call(row, sent)).refuses(401, { error: "invalid_token", error_description: reasons[actor] });
						const says = /^Bearer realm="[^"]+", error="invalid_token"/.test(response.header("www-authenticate") ?? "");
						t.assume("WWW-Authenticate should say so", says, response);
						await refusedElsewhere(t, row, params, t.token(actor));
					}
					if (!isReading && !row.anonymous) isUnknown(t, row, await t.anonymous.call(row, params));
				});
			},
		),
	);

const narrowToken = (rows: readonly RestOperation[]): readonly Rule[] =>
	signedIn(rows).map((row) => {
		const lacking = narrowTokens.filter(([, scope]) => !row.access.scopes.includes(scope));
		const title = `is refused to tokens of the scopes ${lacking.map(([, scope]) => scope).join(", ")} alone`;
		return generated(row, { phase: "negatives", what: "scope", title, rests: ["scopes"] }, async (t) => {
			for (const [actor, , user] of lacking) {
				// The users' own records are refused too.
				const own = row.access.where === "self" && row.path.includes("{id}") ? { id: t.user(user).id } : {};
				// If the specification states the scopes, the record exists, so that a token that is wrongly accepted would succeed.
				const params = { ...(await shown(row, t, states(row, "scopes"))).params, ...own };
				const response = (await t.as(actor).call(row, params)).is(403);
				response.has({ error: "insufficient_scope", scope: row.access.scopes.join(" ") });
				await refusedWithEnding(t, t.as(actor), row, params, 403);
				const denied = await bearer(t, t.token(actor)).call(row, params);
				t.assume("the scope should be lacking as a bearer, too", denied.status === 403, denied);
			}
		});
	});

const blockedToken = (rows: readonly RestOperation[]): readonly Rule[] =>
	signedIn(rows).map((row) =>
		generated(row, { phase: "negatives", what: "blocked-token", title: "is refused with the token of a blocked user", level: "ASSUMED" }, async (t) => {
			const response = (await t.as("blocked").call(row, leastParams(row, t))).is(403);
			t.holds("the message should say that the account is blocked", /blocked/i.test(response.string("message")), response);
		}),
	);

/** Returns rules that check that each operation refuses callers without a token, or with an invalid one. */
export const badTokens = (rows: readonly RestOperation[]): readonly Rule[] =>
	[noToken, unknownToken, deadToken, blockedToken, narrowToken].flatMap((rulesOf) => rulesOf(rows));

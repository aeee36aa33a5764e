import { isDeepStrictEqual } from "node:util";
import { generated } from "../generators/generated";
import { numberOf, pathNames, placeOf } from "../generators/least-params";
import { isGenerous, type RestOperation, reading, readingOf } from "../generators/rest-operations";
import { hasSucceeded, perform, planOf, type RestOperationId } from "../plans/plan";
import { type ActorName, narrowTokens } from "../rule/actors";
import { addressOf, type Params } from "../rule/address";
import type { Caller, CallOptions } from "../rule/caller";
import { deepestOf } from "../rule/deepest";
import { type ApiResponse, isFields } from "../rule/response";
import type { Rule } from "../rule/rule";
import { states } from "../rule/states";
import { steady } from "./bodies";
import { whileUnchanged } from "./while-unchanged";

const json = (rows: readonly RestOperation[]) => readingOf(rows).filter(({ id }) => id !== "getGroupAvatar");

/** Returns the parameter that names a record in another group or project, such as `pipeline_id`, or none if no list there shows a record. */
async function recordAt({ path }: RestOperation, caller: Caller, id: string): Promise<Params> {
	const [, above, name] = /^(\/\w+\/\{id\}\/\w+)\/\{(\w+)\}/.exec(path) ?? [];
	const list = reading.find((one) => one.path === above);
	if (!list || name === undefined) return {};
	const [record] = (await caller.call(list, { id, per_page: 1 })).is(200).items;
	return record ? { [name]: record.id } : {};
}

const byPath = (rows: readonly RestOperation[]): readonly Rule[] =>
	json(rows).flatMap((row) => {
		const place = placeOf(row);
		if (!place) return [];
		return generated(
			row,
			{
				phase: "laws",
				what: "path",
				title: `returns the same response for the ${place}'s number and for its URL-encoded path in any letter case`,
				level: "MUST",
			},
			async (t) => {
				const { caller: planned, params } = await planOf(row, t);
				const own = String(params.id);
				const callers = row.anonymous && isGenerous(row) ? [planned, t.anonymous] : [planned];
				const isOfPlace = pathNames(row).length === 1;
				const others = !isOfPlace ? [] : place === "group" ? [t.scene("subgroup")] : [t.scene("internal_project"), t.scene("private_project")];
				// A path can have any number of segments.
				const below = isGenerous(row) ? await deepestOf(t, place) : undefined;
				for (const path of [own, ...others, ...(below ? [below] : [])]) {
					const number = await numberOf(t, place, path);
					const at = { ...params, ...(path === below && (await recordAt(row, planned, path))) };
					for (const caller of callers)
						await whileUnchanged(
							t,
							async () => {
								const { status, json } = await caller.call(row, { ...at, id: number });
								return [{ status, json }];
							},
							async ([byNumber]) => {
								const byPath = await caller.call(row, { ...at, id: path });
								if (caller === planned && path === own) byPath.is(200);
								t.same(`the response for ${path}`, { status: byPath.status, json: byPath.json }, byNumber, byPath);
								const escaped = addressOf(row, { ...at, id: path }).path.replaceAll("%2F", "%2f");
								const lower = await caller.send("GET", escaped);
								t.same(`the response for ${escaped}`, { status: lower.status, json: lower.json }, byNumber, lower);
								const upper = await caller.call(row, { ...at, id: path.toUpperCase() });
								t.assume(`${path.toUpperCase()} should give the same response`, upper.text === byPath.text, upper);
							},
						);
				}
			},
		);
	});

/** Whether a change uses up something that is limited: credentials and registration tokens. */
const isScarce = ({ id, domain }: RestOperation): boolean => domain === "credentials" || /^reset\w+RegistrationToken$/.test(id);

/** Whether the change names a record that exists only in the planned group or project, so that it is refused in any other. */
const nowhereElse = (row: RestOperation): boolean => pathNames(row).some((name) => /^(pipeline|note|link|runner)_id$/.test(name));

/** Whether an LDAP sync is refused, which is allowed while another sync is pending. */
const isPending = ({ id }: RestOperation, { status }: ApiResponse): boolean => id === "syncGroupLdap" && [409, 422, 429].includes(status);

const writesByNumber = (rows: readonly RestOperation[]): readonly Rule[] =>
	rows.flatMap((row) => {
		const place = placeOf(row);
		if (row.verb === "GET" || row.plan || !place || isScarce(row)) return [];
		return generated(row, { phase: "laws", what: "by-number", title: `accepts the ${place}'s number instead of its path`, level: "MUST" }, async (t) => {
			const plan = await planOf(row, t);
			const path = String(plan.params.id);
			if (/^\d+$/.test(path)) t.skip("the law knows no path for the number");
			const byNumber = await perform(row, plan, { id: await numberOf(t, place, path) });
			if (isPending(row, byNumber)) t.skip("another sync of the group is pending");
			hasSucceeded(plan, byNumber);
			const named = await perform(row, await planOf(row, t));
			t.assume("a second sync should be accepted", !isPending(row, named), named);
			if (isPending(row, named)) return;
			hasSucceeded(plan, named);
			t.same("the status", byNumber.status, named.status, byNumber);
			if (named.text) t.same("the response by number", steady(byNumber.json), steady(named.json), byNumber);
			const below = nowhereElse(row) ? await deepestOf(t, place) : undefined;
			if (below) {
				const at = async (id: string | number) => await plan.caller.call(row, { ...plan.params, id });
				const [byPath, byNumber] = [await at(below), await at(await numberOf(t, place, below))];
				const seen = ({ status, text }: ApiResponse) => [status, text];
				t.same(`the response in ${below}, without such a record`, seen(byPath), seen(byNumber), byPath);
			}
			const upper = await perform(row, await planOf(row, t), { id: path.toUpperCase() });
			t.assume(`${path.toUpperCase()} should have the status of ${path}`, upper.status === named.status, upper);
		});
	});

/** Headers that differ between any two responses. */
const own = /^(x-request-id|date|x-runtime|ratelimit-.*|content-length|connection|keep-alive|transfer-encoding|etag)$/;

const heads = (rows: readonly RestOperation[]): readonly Rule[] =>
	readingOf(rows).map((row) =>
		generated(
			row,
			{
				phase: "laws",
				what: "head",
				title: "returns the status and headers of GET to a HEAD request, without a body",
			},
			async (t) => {
				const { caller, params } = await planOf(row, t);
				const seen = ({ status, exchange }: ApiResponse) => [
					{ status, ...Object.fromEntries([...exchange.response.headers].filter(([name]) => !own.test(name))) },
				];
				await whileUnchanged(
					t,
					async () => seen(await caller.call(row, params)),
					async (got) => {
						const head = await caller.send("HEAD", addressOf(row, params).path);
						t.same("the body", head.text, "", head);
						t.same("the status and the headers", seen(head), got, head);
					},
				);
			},
		),
	);

const endings = (rows: readonly RestOperation[]): readonly Rule[] =>
	json(rows)
		.filter(isGenerous)
		.map((row) =>
			generated(row, { phase: "laws", what: "ending", title: "returns the same response with / or .json after the path", level: "ASSUMED" }, async (t) => {
				const { caller, params } = await planOf(row, t);
				const read = async (end: CallOptions = {}) => {
					const { status, json } = await caller.call(row, params, end);
					return [{ status, json }];
				};
				await whileUnchanged(t, read, async (bare) => {
					for (const end of ["/", ".json"] as const) t.same(`the response with ${end}`, await read({ end }), bare);
				});
			}),
		);

/** Operations on the caller's own account that an administrator can call for a user. */
const asSelf: readonly RestOperationId[] = ["getCurrentUser", "getUserPreferences", "getCurrentUserStatus", "getUserCounts"];

const sudo = (rows: readonly RestOperation[]): readonly Rule[] =>
	json(rows)
		.filter(({ id, access }) => access.where !== "self" || asSelf.includes(id))
		.map((row) =>
			generated(
				row,
				{
					phase: "laws",
					what: "sudo",
					title: "returns a developer's own response to an administrator who acts as this developer",
					level: states(row, "sudo") ? "MUST" : "ASSUMED",
				},
				async (t) => {
					const { params } = await planOf(row, t);
					const read = async () => {
						const { status, json } = await t.as("developer").call(row, params);
						return [{ status, json }];
					};
					await whileUnchanged(t, read, async ([self]) => {
						const other = await t.as("administrator").sudo(t.user("developer").id).call(row, params);
						// It is only assumed that an administrator who acts as a user sees no more fields than the user.
						const own = self?.json;
						const more = isFields(own) && isFields(other.json) ? Object.keys(other.json).filter((name) => !Object.hasOwn(own, name)) : [];
						const json = isFields(other.json) ? Object.fromEntries(Object.entries(other.json).filter(([name]) => !more.includes(name))) : other.json;
						t.same("the response", { status: other.status, json }, self, other);
						t.assume(`the response should not have ${more.join(", ")}`, more.length === 0, other);
					});
				},
			),
		);

const scopes = (rows: readonly RestOperation[]): readonly Rule[] =>
	json(rows).flatMap((row) => {
		const enough = narrowTokens.filter(([, scope]) => row.access.scopes.includes(scope));
		if (enough.length === 0) return [];
		const title = `returns the user's full response to a token with only the scope ${enough.map(([, scope]) => scope).join(" or ")}`;
		return generated(row, { phase: "laws", what: "scopes", title, rests: ["scopes"] }, async (t) => {
			const plan = await planOf(row, t);
			for (const [bearer, scope, user] of enough) {
				// The user of the token is known only if one of its scopes can read it.
				const other = t.facts.users[bearer];
				if (other && other.id !== t.user(user).id) t.skip(`the token of ${bearer} is not one of ${user}`);
				// For operations on users, read the token's own user: few callers see others.
				const own = row.domain === "users" && row.path.startsWith("/users/") ? { [row.path.includes("{id}") ? "id" : "id_or_username"]: t.user(user).id } : {};
				const read = async (actor: ActorName) => {
					const { status, json } = await t.as(actor).call(row, { ...plan.params, ...own });
					return [{ status, json }];
				};
				await whileUnchanged(
					t,
					() => read(user),
					async ([whole]) => {
						const [narrow] = await read(bearer);
						// The specification states the two runner scopes. It is assumed that the other scopes are enough.
						const isShutOut = narrow?.status === 401 || narrow?.status === 403;
						if (isShutOut && !/^(manage|create)_runner/.test(scope)) t.assume(`the scope ${scope} should be enough`, isDeepStrictEqual(narrow, whole));
						else t.same(`the response to ${bearer}`, narrow, whole);
					},
				);
			}
		});
	});

/** Returns the laws that one record has the same response by path and by ID, by HEAD and GET, through sudo, and with a token of the narrowest scope. */
export const addresses = (rows: readonly RestOperation[]): readonly Rule[] =>
	[byPath, writesByNumber, heads, endings, sudo, scopes].flatMap((lawsOf) => lawsOf(rows));

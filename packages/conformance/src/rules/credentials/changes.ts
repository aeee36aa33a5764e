import { isDeepStrictEqual } from "node:util";
import { rotations } from "../../plans/spare-token";
import type { Params } from "../../rule/address";
import { type Caller, forms } from "../../rule/caller";
import type { ApiResponse, Fields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { serverTime } from "../users/lab";
import {
	below,
	bothAssumed,
	bothRule,
	deletions,
	forbidden,
	type Kind,
	type Lab,
	numbers,
	oneAssumed,
	oneRule,
	type Sort,
	time,
	unauthorized,
	unknownId,
} from "./lab";

const notBot = (act: string) => ({ message: `403 Forbidden - Cannot ${act} resource access token: Token does not belong to bot user` });
const outside = { message: "403 Forbidden - Cannot access resource access token: Token belongs to a resource outside group's hierarchy" };

/** A rotation or revocation must be refused, and the token must stay as it was. */
async function refuses(
	lab: Lab,
	act: "rotate" | "revoke",
	kind: Kind,
	[sort, id]: readonly [Sort, number],
	status: number,
	body?: unknown,
	{ caller, token_id = id, ...params }: Params & { readonly caller?: Caller; readonly token_id?: unknown } = {},
): Promise<void> {
	// An administrator is refused like an owner, and a request by the group's id like one by its path.
	const callers = caller
		? [[caller, lab.group] as const]
		: ([
				[lab.owner, await lab.t.given.groupId(lab.group)],
				[lab.t.as("administrator"), lab.group],
			] as const);
	for (const [asking, group] of callers)
		for (const [index, as] of (act === "rotate" ? forms : forms.slice(0, 1)).entries()) {
			// A valid expires_at does not change the refusal.
			const all = { id: group, ...(index > 0 && { expires_at: lab.day(9) }), ...params };
			const request = () => (act === "rotate" ? lab.rotate(kind, token_id, all, asking, { as }) : lab.revoke(kind, token_id, asking, group));
			const response = await lab.stays(sort, id, request);
			// It is assumed that an administrator has the rights of an owner.
			const isBarred = asking.actor === "administrator" && [401, 403].includes(response.status);
			if (isBarred) lab.t.assume(`an administrator should be refused with ${status}, as an owner is`, response.status === status, response);
			else response.refuses(status, body);
		}
}

const bothActs = [rotations.resource, deletions.resource];

/** A spare token, the target of a request that must be refused. */
const spare = async (lab: Lab, sort: Sort): Promise<readonly [Sort, number]> => [sort, await lab.spare(sort)];

/** The fields that show what a token belongs to. */
const ownerOf = ({ user_id, resource_type, resource_id, access_level }: Fields): Fields => ({ user_id, resource_type, resource_id, access_level });
/** The fields that a revocation leaves as they were, which is assumed. */
const restOf = ({ revoked, active, last_used_at, ...rest }: Fields): Fields => rest;

/** An owner revokes a token, which must then be listed as revoked and be otherwise the same. */
async function revokes(lab: Lab, kind: Kind, id: number): Promise<ApiResponse> {
	const { t } = lab;
	const before = (await lab.listed(kind, id)) ?? {};
	const response = await lab.revoke(kind, id);
	if (!response.succeeded) return response;
	const token = (await lab.listed(kind, id)) ?? {};
	t.same(`revoked of token ${id}`, token.revoked, true);
	t.assume(`token ${id} should not be active`, token.active === false);
	t.holds(`token ${id} should be listed with revoked=true`, numbers(await lab.list(kind, { revoked: true })).includes(id));
	t.holds(`token ${id} should not be listed with state=active`, !numbers(await lab.list(kind, { state: "active" })).includes(id));
	t.same(`what token ${id} belongs to`, ownerOf(token), ownerOf(before));
	t.assume(`the other fields of token ${id} should stay the same`, isDeepStrictEqual(restOf(token), restOf(before)));
	return response;
}

const isRevoked = async (lab: Lab, sort: Sort, id: number): Promise<void> => {
	const { revoked, active } = (await lab.listed(sort, id)) ?? {};
	lab.t.same(`revoked and active of token ${id}`, [revoked, active], [true, false]);
};

/** It is assumed that an owner may revoke the token. If so, it must be listed as revoked. */
async function revokedIfMay(lab: Lab, kind: Kind, id: number): Promise<void> {
	const response = await revokes(lab, kind, id);
	lab.t.assume(`an owner should revoke token ${id}`, response.succeeded, response);
}

/** Tokens that the group does not manage: in a mock one for each reason, elsewhere a single one. */
async function strangers(lab: Lab, kind: Kind): Promise<readonly number[]> {
	const { rival, t } = lab;
	if (!t.given.hasControl) return [await lab.foreign(kind)];
	if (kind === "resource") return [await lab.foreign(kind), await lab.record(kind, { project: `${rival}/thing` })];
	const of = async (who: "developer" | "outsider") => await lab.record(kind, { user: t.user(who).username });
	return [await lab.foreign(kind), await of("developer"), await of("outsider"), await lab.record(kind, { impersonation: true })];
}

/** In a mock, the request must not revoke or create any token. The group's lists do not show the tokens of strangers. */
async function keepsTokens({ t }: Lab, request: () => Promise<ApiResponse>): Promise<ApiResponse> {
	const tokens = async () => (t.given.hasControl ? (await t.given.records("tokens")).map(({ id, revoked }) => [id, revoked]) : []);
	const before = await tokens();
	const response = await request();
	t.same("the tokens of all users and bots", await tokens(), before, response);
	return response;
}

/** Revoking tokens. */
const revoking: readonly Rule[] = [
	bothRule(
		"CRED-045..047, CRED-140, CRED-141, CRED-156, CRED-157",
		"Revoking an active token as an owner returns 204 without a body. The token is then listed as revoked, and other tokens stay the same.",
		deletions,
		async (lab, kind) => {
			const { t } = lab;
			const { hasControl } = t.given;
			if (hasControl) await lab.spare(kind);
			const sorts = [
				{ expires_at: null, scopes: ["read_repository"] },
				{ expires_at: lab.day(300), last_used_at: "2026-11-02T10:00:00.000Z", description: "Old" },
			];
			// Tokens of a project, or of employees whatever their state.
			const holders = kind === "resource" ? [{ project: `${lab.group}/app` }] : (await lab.employees()).map((user) => ({ user }));
			for (const id of [await lab.spare(kind), ...(await Promise.all((hasControl ? [...sorts, ...holders] : []).map((sort) => lab.record(kind, sort))))]) {
				const others = async () => (await lab.list(kind)).filter((one) => one.id !== id).map((one) => ({ ...one, last_used_at: null }));
				const before = await others();
				const response = (await revokes(lab, kind, id)).is(204);
				t.assume("there should be no body", response.text === "", response);
				t.same("the other tokens", await others(), before);
			}
		},
		{ usesUp: true },
	),
	bothAssumed(
		"CRED-052, CRED-147, CRED-163",
		"Revoking a token that is revoked or expired returns 204. A revoked token stays revoked, even after a request to rotate it.",
		deletions,
		async (lab, kind) => {
			const { old } = await lab.live(kind);
			await lab.stays(kind, old, () => lab.rotate(kind, old, { expires_at: lab.day(30) }));
			for (let count = 1; count <= 2; count++) (await lab.stays(kind, old, () => lab.revoke(kind, old))).is(204);
			await isRevoked(lab, kind, old);
			if (!lab.t.given.hasControl) return;
			for (const fields of [{ expires_at: lab.day(-3) }, { revoked: true, hold: "Failed to revoke the token" }])
				(await lab.revoke(kind, await lab.record(kind, fields))).is(204);
		},
	),
	oneRule(
		"CRED-142, CRED-045",
		"When an owner revokes the token of a service account, the token is then listed as revoked.",
		deletions.personal,
		async (lab) => {
			await revokedIfMay(lab, "personal", await lab.spare("service"));
		},
	),
	bothRule(
		"CRED-145, CRED-161",
		"With the token id self, an owner's token revokes itself and no other token.",
		deletions,
		async (lab, kind) => {
			const used = await lab.ofOwner(kind);
			const other = lab.t.given.hasControl ? await lab.ofOwner(kind) : await lab.live(kind);
			const response = await lab.revoke(kind, "self", lab.t.bearing(used.text));
			if (response.status === 403 && !lab.t.given.hasControl) lab.t.skip("the token set aside is not one of an owner");
			response.is(204);
			await isRevoked(lab, kind, used.id);
			await lab.isDead(used.text);
			lab.t.same("revoked of another token", (await lab.listed(kind, other.id))?.revoked, false);
			if (!lab.t.given.hasControl || kind === "personal") return;
			const text = lab.t.unique("text");
			const lower = await lab.record(kind, { text, role: "maintainer" });
			await refuses(lab, "revoke", kind, [kind, lower], 403, forbidden, { caller: lab.t.bearing(text), token_id: "self" });
		},
		{ usesUp: true },
	),
	bothAssumed(
		"CRED-146, CRED-162",
		"Revoking self returns 403 if the request's own token is of the other kind, personal or resource. That token stays valid.",
		deletions,
		async (lab, kind) => {
			const other = kind === "personal" ? "resource" : "personal";
			const { id, text } = await lab.ofOwner(other);
			const request = () => lab.revoke(kind, "self", lab.t.bearing(text));
			(await lab.stays(other, id, request)).refuses(403, kind === "personal" ? forbidden : notBot("revoke"));
			(await lab.t.bearing(text).call("getCurrentUser")).is(200);
		},
		{ id: "CRED-146/other", usesUp: true },
	),
	bothAssumed(
		"CRED-146, CRED-162",
		"Revoking self returns 403 if the group does not manage the request's own token. That token stays valid.",
		deletions,
		async (lab, kind) => {
			(await lab.revoke(kind, "self")).refuses(403, kind === "personal" ? forbidden : notBot("revoke"));
			(await lab.owner.call("getCurrentUser")).is(200);
		},
		// A server that revokes it takes away the run's own token.
		{ effect: "destroys" },
	),
	bothAssumed(
		"CRED-146, CRED-162",
		"Revoking or rotating self is refused if an administrator's own token is not managed by the group of the request. That token stays valid.",
		deletions,
		async (lab, kind) => {
			const { t } = lab;
			const administrator = t.as("administrator");
			const { text, user_id: id } = await lab.live("personal");
			if ((await administrator.call("getUser", { id })).is(200).field("is_admin") !== true) {
				t.undo(`the rights of user ${id}`, () => administrator.call("updateUser", { id, admin: false }));
				(await administrator.call("updateUser", { id, admin: true })).ok;
			}
			const self = { id: lab.rival, token_id: "self" };
			(await t.bearing(text).call(deletions[kind], self)).refuses(403, kind === "personal" ? forbidden : notBot("revoke"));
			(await t.bearing(text).call(rotations[kind], self)).is(401, 403);
			(await t.bearing(text).call("getCurrentUser")).is(200);
		},
		// A run that ends early would leave an administrator behind.
		{ id: "CRED-146/administrator", effect: "destroys" },
	),
	bothRule(
		"CRED-149, CRED-150, CRED-165, ERR-012, ERR-013",
		"Revoking a token returns 400 if it cannot be revoked, 401 if its id is unknown and 403 if the caller is a Maintainer. The token stays valid.",
		deletions,
		async (lab, kind) => {
			const text = lab.t.unique("text");
			const id = await lab.record(kind, { text, hold: "Failed to revoke the token" });
			await refuses(lab, "revoke", kind, [kind, id], 400, { message: "400 Bad request - Failed to revoke the token" });
			await refuses(lab, "revoke", kind, [kind, id], 401, undefined, { token_id: unknownId });
			await refuses(lab, "revoke", kind, [kind, id], 403, undefined, { caller: lab.t.as("maintainer") });
			(await lab.t.bearing(text).call("getCurrentUser")).ok;
		},
	),
	bothRule(
		"CRED-151, CRED-152, CRED-166, CRED-167",
		"Revoking any token returns 401 to a caller with an unknown, expired or revoked token, and 403 to a Maintainer or a bot below Owner. The token stays as it was.",
		deletions,
		async (lab, kind) => {
			const { t } = lab;
			const low = kind === "resource" && !t.given.hasControl ? await lab.live(kind) : undefined;
			if (low && low.response.number("access_level") < 50)
				await refuses(lab, "revoke", kind, [kind, low.id], 403, undefined, { caller: t.bearing(low.text), token_id: "self" });
			const one = await spare(lab, kind);
			for (const caller of [t.bearing(t.unique("token")), t.as("expired"), t.as("revoked")])
				await refuses(lab, "revoke", kind, one, 401, undefined, { caller });
			await refuses(lab, "revoke", kind, one, 403, undefined, { caller: t.as("maintainer") });
		},
	),
	oneAssumed(
		"CRED-154",
		"Revoking as a personal token returns 403 for bot tokens and for tokens of users whom the group does not manage.",
		deletions.personal,
		async (lab) => {
			for (const one of await botTokens(lab)) await refuses(lab, "revoke", "personal", one, 403, forbidden);
			for (const id of await strangers(lab, "personal")) (await keepsTokens(lab, () => lab.revoke("personal", id))).refuses(403, forbidden);
		},
	),
	oneRule(
		"CRED-158, CRED-045",
		"When an owner revokes the token of a subgroup or project, the token is then listed as revoked. Its bot user stays active.",
		deletions.resource,
		async (lab) => {
			const tokens = await inside(lab);
			if (tokens.length < 2) lab.t.skip("a group and a project below the group each need a token that is set aside: make one");
			for (const { id, user_id } of tokens) {
				await revokedIfMay(lab, "resource", id);
				const bot = await lab.t.as("administrator").call("getUser", { id: user_id });
				lab.t.assume("the bot should stay active", bot.status === 200 && bot.field("state") === "active", bot);
			}
		},
	),
];

/** Tokens of groups and projects below the group: in a mock three new ones, elsewhere at most one of a group and one of a project. */
async function inside(lab: Lab): Promise<readonly { readonly id: number; readonly user_id: unknown }[]> {
	const { group, subgroup, t } = lab;
	if (t.given.hasControl)
		for (const place of [{ group: subgroup }, { project: `${group}/app` }, { project: `${subgroup}/lib` }])
			await lab.record("resource", { ...place, role: "developer" });
	const own = await t.given.groupId(group);
	const beginning = t.given.hasControl ? "" : t.scene("spare_resource_token");
	const all = (await lab.list("resource", { state: "active" }))
		.filter((one) => String(one.name).startsWith(beginning) && (one.resource_type === "project" || one.resource_id !== own))
		.map((one) => ({ id: Number(one.id), user_id: one.user_id, type: one.resource_type }));
	return t.given.hasControl ? all : ["group", "project"].flatMap((type) => all.find((one) => one.type === type) ?? []);
}

/** Bot tokens, which are not personal: one of the group itself, and those of places below it. */
const botTokens = async (lab: Lab): Promise<readonly (readonly [Sort, number])[]> => [
	await spare(lab, "resource"),
	...(await inside(lab)).map(({ id }) => ["resource", id] as const),
];

/** The day must be this many days from today. A new day may have begun on only one of the two clocks. */
const isDay = (lab: Lab, days: number, value: unknown): void =>
	lab.t.holds(`expires_at is ${lab.day(days)}`, [0, -1 / 720, 1 / 720].map((late) => lab.day(days + late)).includes(String(value)));

/** The day on which a token was created, by the server's clock, plus some days. */
const dayOf = (made: ApiResponse, days = 0): string => new Date(time(made.field("created_at")) + days * 86_400_000).toISOString().slice(0, 10);

/** The same day of the next year, plus some days. */
function nextYear(day: string, days = 0): string {
	const date = new Date(day);
	date.setUTCFullYear(date.getUTCFullYear() + 1, date.getUTCMonth(), date.getUTCDate() + days);
	return date.toISOString().slice(0, 10);
}

/** A rotation with any of these days must be refused, and the token must stay as it was. */
async function refusesDays(lab: Lab, kind: Kind, days: readonly string[], body?: unknown): Promise<void> {
	const one = await spare(lab, kind);
	for (const expires_at of days) await refuses(lab, "rotate", kind, one, 400, body, { expires_at });
}

/** Rotating tokens. */
const rotating: readonly Rule[] = [
	bothRule(
		"CRED-049, CRED-050, CRED-185, CRED-189, CRED-208, CRED-212, CRED-217, CONV-118",
		"Each rotation returns the text of a different new token. Without expires_at, the new token expires seven days after the rotation.",
		rotations,
		async (lab, kind) => {
			const { t } = lab;
			const first = await lab.live(kind);
			const made = [first.response.has({ expires_at: dayOf(first.response, 7) })];
			let { id, text } = first;
			const next = async (isStated: boolean, params: Params, caller = lab.owner, token_id: unknown = id) => {
				const response = await lab.rotate(kind, token_id, params, caller);
				(isStated ? t.holds : t.assume)(`${caller.actor} should rotate ${String(token_id)} with ${JSON.stringify(params)}`, response.succeeded, response);
				if (!response.succeeded) return;
				response.has({ expires_at: dayOf(response, 7) });
				made.push(response);
				[id, text] = [response.number("id"), response.string("token")];
			};
			await next(true, {});
			await next(false, { expires_at: null });
			await next(false, {}, t.as("administrator"));
			// Not every token that the scene sets aside may rotate itself.
			(await t.bearing(text).call("getCurrentUser")).ok;
			const own = await lab.rotate(kind, "self", {}, t.bearing(text));
			if (own.succeeded) {
				made.push(own.has({ expires_at: dayOf(own, 7) }));
				await lab.signsIn(own.string("token"), own.field("user_id"));
			}
			for (const name of ["id", "token"]) t.same(`the number of different values of ${name}`, new Set(made.map((one) => one.field(name))).size, made.length);
			const listed = await lab.list(kind);
			const days = made.map((one) => listed.find((other) => other.id === one.field("id"))?.expires_at);
			t.same(
				"the listed values of expires_at",
				days,
				made.map((one) => one.field("expires_at")),
			);
			if (!t.given.hasControl) return;
			const far = await lab.record(kind, { expires_at: lab.day(300) });
			isDay(lab, 7, (await lab.rotate(kind, far)).ok.string("expires_at"));
			if (kind === "personal") for (const user of await lab.employees()) (await lab.rotate(kind, await lab.record(kind, { user }))).ok;
			await t.given.settings({ accessTokenPrefix: "acc-" });
			const prefixed = (await lab.rotate(kind, await lab.spare(kind))).ok.string("token");
			t.assume("the text begins with the platform's prefix", prefixed.startsWith("acc-"));
		},
	),
	bothRule(
		"CRED-051, CRED-048, CRED-183..185, CRED-187, CRED-190, CRED-210..212, CRED-214, CRED-215, CRED-218, ERR-015",
		"A rotation returns 200 with the new token's record, as listed, and its text. It has the expires_at that was sent. Only the old one is revoked.",
		rotations,
		async (lab, kind) => {
			// A server whose clock is a day behind may be two dates behind. It accepts at most a year.
			for (const days of [1, 7, 40, 360]) {
				const others = lab.t.given.hasControl ? [await lab.spare(kind), await lab.spare(kind)] : [];
				const { id, old, response, text, user_id } = await lab.live(kind, { expires_at: lab.day(days) });
				const listed = await lab.list(kind);
				for (const other of others) lab.t.same("revoked of another token", listed.find((one) => one.id === other)?.revoked, false, response);
				const { last_used_at, ...shown } = listed.find((one) => one.id === id) ?? lab.t.skip(`the list does not show token ${id}`);
				lab.t.same(`revoked of token ${old}`, listed.find((one) => one.id === old)?.revoked, true);
				response
					.is(200)
					.has({ expires_at: lab.day(days) })
					.has(shown);
				const isNew = id !== old && response.field("revoked") === false && response.field("active") === true && last_used_at === null;
				lab.t.assume("the new token should be another one that is active and was never used", isNew, response);
				// A mock's clock is set, but its header Date is not.
				const off = lab.t.given.hasControl ? 0 : Math.abs(time(shown.created_at) - serverTime(response));
				lab.t.assume("created_at should be the time of the rotation, to the minute", off <= 60_000, response);
				if (days > 7) await lab.signsIn(text, user_id);
			}
		},
	),
	bothRule(
		"CRED-191, CRED-219, CONV-119",
		"A rotation accepts an expires_at of at most one year ahead; a later day is refused with 400.",
		rotations,
		async (lab, kind) => {
			// The server's day, which need not be the runner's.
			const { response: first } = await lab.live(kind);
			const expires_at = nextYear(dayOf(first));
			(await lab.live(kind, { expires_at })).response.has({ expires_at });
			// Outside a mock, the server's day may have ended meanwhile. Then the next day is accepted, because it is one year after the new token's creation.
			const late = nextYear(dayOf(first), 1);
			const next = lab.t.given.hasControl ? undefined : await lab.rotate(kind, await lab.spare(kind), { expires_at: late });
			if (next?.succeeded) lab.t.holds(`${late} should be at most one year after the rotation`, late <= nextYear(dayOf(next)), next);
			else next?.is(400);
			await refusesDays(lab, kind, [...(next ? [] : [late]), "9999-12-31"]);
			if (!lab.t.given.hasControl) return;
			// The year begins on the day of the rotation, whatever the age and the expiry of the token.
			for (const fields of [{ expires_at: lab.day(5) }, { expires_at: lab.day(300) }, { created_at: "2026-05-01T12:00:00.000Z" }]) {
				const id = await lab.record(kind, fields);
				(await lab.rotate(kind, id, { expires_at: nextYear(lab.day(0), 1) })).is(400);
				(await lab.rotate(kind, id, { expires_at: nextYear(lab.day(0)) })).ok.has({ expires_at: nextYear(lab.day(0)) });
			}
			await lab.t.given.setClock("2028-02-29T12:00:00.000Z");
			const leap = await lab.record(kind);
			(await lab.rotate(kind, leap, { expires_at: "2029-03-01" })).refuses(400);
			(await lab.rotate(kind, leap, { expires_at: "2029-02-28" })).ok.has({ expires_at: "2029-02-28" });
			await lab.t.given.setClock(`${lab.day(0)}T12:00:00.000Z`);
		},
	),
	bothAssumed(
		"CRED-192, CRED-220",
		"A rotation whose expires_at is too late returns 400 with the latest valid date. Today and earlier days are refused with 400, too.",
		rotations,
		async (lab, kind) => {
			if (lab.t.given.hasControl)
				await refusesDays(lab, kind, [nextYear(lab.day(0), 1)], { message: `400 Bad request - Expires at must be before ${nextYear(lab.day(0))}` });
			const one = await spare(lab, kind);
			const late = await lab.stays(...one, () => lab.rotate(kind, one[1], { expires_at: nextYear(lab.day(0), 30) }));
			lab.t.holds("the message has a date", /^400 Bad request - Expires at must be before \d{4}-\d\d-\d\d$/.test(late.is(400).string("message")), late);
			if (lab.t.given.hasControl)
				await refusesDays(lab, kind, [lab.day(0), lab.day(-400)], { message: `400 Bad request - Expires at must be after ${lab.day(0)}` });
		},
	),
	oneRule("CRED-195, ERR-015", "A rotation that fails returns 400, and the token stays as it was.", rotations.personal, async (lab) => {
		await refusesDays(lab, "personal", [nextYear(lab.day(0), 30)]);
		for (const kind of lab.t.given.hasControl ? (["personal", "resource"] as const) : [])
			await refuses(lab, "rotate", kind, [kind, await lab.record(kind, { hold: "Failed to rotate the token" })], 400, {
				message: "400 Bad request - Failed to rotate the token",
			});
		// A server may perform a rotation until a day that has passed, or until no day.
		const id = await lab.spare("personal");
		for (const expires_at of [lab.day(-400), "soon"]) {
			const response = await lab.rotate("personal", id, { expires_at });
			if (response.succeeded) return;
			response.is(400);
		}
	}),
	oneRule("CRED-196, CRED-197", "Rotating a personal token that is revoked or expired returns 401.", rotations.personal, async (lab) => {
		const { t } = lab;
		const dead = t.given.hasControl
			? [
					await lab.record("personal", { revoked: true }),
					await lab.record("personal", { revoked: true, expires_at: lab.day(30) }),
					await lab.record("personal", { expires_at: lab.day(0) }),
					await lab.record("personal", { expires_at: lab.day(-90) }),
				]
			: [
					(await lab.live("personal")).old,
					Number((await lab.list("personal", { state: "inactive", revoked: false }))[0]?.id ?? t.skip("no personal token has expired")),
				];
		for (const id of dead) await refuses(lab, "rotate", "personal", ["personal", id], 401);
	}),
	oneRule(
		"CRED-198, CRED-199, CRED-201, ERR-016",
		"Rotating a personal token returns 401 and keeps the token if the caller is not an owner, or if the group does not manage the token.",
		rotations.personal,
		async (lab) => {
			for (const who of below) (await lab.rotate("personal", unknownId, {}, lab.t.as(who))).refuses(401, unauthorized);
			const spareId = await lab.spare("personal");
			for (const who of below) (await lab.stays("personal", spareId, () => lab.rotate("personal", spareId, {}, lab.t.as(who)))).refuses(401, unauthorized);
			for (const id of await strangers(lab, "personal")) (await keepsTokens(lab, () => lab.rotate("personal", id))).refuses(401);
		},
	),
	bothRule(
		"CRED-202, CRED-226, ERR-017, ERR-018",
		"A token that may not rotate itself is refused with 403 and stays valid. A Maintainer cannot rotate a token.",
		rotations,
		async (lab, kind) => {
			const [, spareId] = await spare(lab, kind);
			const low = await lab.stays(kind, spareId, () => lab.rotate(kind, spareId, {}, lab.t.as("maintainer")));
			lab.t.assume("a Maintainer should be refused for the role", low.status === (kind === "personal" ? 401 : 403), low);
			(await lab.rotate(kind, "self")).refuses(403);
			(await lab.owner.call("getCurrentUser")).ok;
			if (!lab.t.given.hasControl) return;
			for (const scopes of [["read_api"], ["read_user"], ["create_runner", "manage_runners"]]) {
				const { id, text } = await lab.ofOwner(kind, scopes);
				for (const token_id of ["self", id]) await refuses(lab, "rotate", kind, [kind, id], 403, undefined, { caller: lab.t.bearing(text), token_id });
			}
			const lower = lab.t.unique("text");
			const other = await lab.record("resource", { text: lower, role: "maintainer" });
			await refuses(lab, "rotate", "resource", ["resource", other], 403, forbidden, { caller: lab.t.bearing(lower), token_id: "self" });
		},
	),
	bothAssumed("CRED-203, CRED-204", "A token with the scope api can rotate itself, addressed by self or by its id.", rotations, async (lab, kind) => {
		const { t } = lab;
		// Of the tokens that the scene sets aside, only the personal ones certainly belong to an owner.
		if (!t.given.hasControl && kind === "resource") return;
		for (const by of ["self", "number"]) {
			const { id, text } = await lab.ofOwner(kind);
			const next = (await lab.rotate(kind, by === "self" ? by : id, { expires_at: lab.day(9) }, t.bearing(text))).is(200);
			next.has({ expires_at: lab.day(9) });
			await isRevoked(lab, kind, id);
			await lab.isDead(text);
			await lab.signsIn(next.string("token"), next.field("user_id"));
		}
		if (!t.given.hasControl) (await lab.rotate(kind, "self", {}, t.as("read-only"))).is(403).has({ error: "insufficient_scope" });
	}),
	oneAssumed("CRED-205", "Rotating the token of a service account returns 403, and the token stays as it was.", rotations.personal, async (lab) => {
		for (const who of ["owner", "administrator"] as const)
			await refuses(lab, "rotate", "personal", await spare(lab, "service"), 403, forbidden, { caller: lab.t.as(who) });
	}),
	oneRule(
		"CRED-206, CRED-207, CRED-209, ERR-020",
		"Rotating a group or project token as a personal token returns 405, even if it belongs to another group. An unknown id returns 404 to an owner.",
		rotations.personal,
		async (lab) => {
			const body = { message: "405 Method Not Allowed" };
			for (const one of await botTokens(lab)) await refuses(lab, "rotate", "personal", one, 405, body);
			const foreign = await lab.rotate("personal", await lab.foreign("resource"));
			lab.t.assume("the token of another group should be refused with 405", foreign.status === 405, foreign);
			(await lab.rotate("personal", unknownId)).refuses(404);
			for (const state of lab.t.given.hasControl ? [{ revoked: true }, { expires_at: lab.day(-9) }] : [])
				(await lab.rotate("personal", await lab.record("resource", state))).refuses(405, body);
		},
	),
	oneAssumed("CRED-224", "Rotating a group or project token that is revoked or expired returns 400.", rotations.resource, async (lab) => {
		const revoked = lab.t.given.hasControl ? await lab.record("resource", { revoked: true, expires_at: lab.day(0) }) : (await lab.live("resource")).old;
		await refuses(lab, "rotate", "resource", ["resource", revoked], 400, { message: "400 Bad request - Token already revoked" });
		if (!lab.t.given.hasControl) return;
		const expired = await lab.record("resource", { expires_at: lab.day(0) });
		await refuses(lab, "rotate", "resource", ["resource", expired], 400, { message: "400 Bad request - Token already expired" });
	}),
	oneRule("CRED-225, ERR-018", "Rotating a human's personal token as a resource token returns 403.", rotations.resource, async (lab) => {
		await refuses(lab, "rotate", "resource", await spare(lab, "personal"), 403, notBot("rotate"));
		for (const state of lab.t.given.hasControl ? [{ revoked: true }, { expires_at: lab.day(-9) }, { user: lab.t.user("outsider").username }] : [])
			(await lab.rotate("resource", await lab.record("personal", state))).refuses(403);
	}),
	oneAssumed("CRED-168", "Revoking a human's personal token as a resource token returns 403.", deletions.resource, async (lab) => {
		const one = await spare(lab, "personal");
		// A personal token that is already revoked is refused in the same way.
		const revoked = (await lab.list("personal", { revoked: true })).slice(0, 1).map(({ id }) => ["personal", Number(id)] as const);
		for (const each of [one, ...revoked]) await refuses(lab, "revoke", "resource", each, 403, notBot("revoke"));
	}),
	oneAssumed("CRED-169, CRED-227", "Rotating or revoking a resource token from outside the group's hierarchy returns 403.", bothActs, async (lab) => {
		for (const id of await strangers(lab, "resource"))
			for (const act of ["rotate", "revoke"] as const) (await keepsTokens(lab, () => lab[act]("resource", id))).refuses(403, outside);
	}),
];

/** The two paths under which a key is deleted. */
const paths = ["keys", "ssh_keys"] as const;
const removeKey = async (
	lab: Lab,
	key_id: unknown,
	{
		caller = lab.owner,
		path = "keys",
		headers = {},
		id = lab.group,
	}: { caller?: Caller; path?: string; headers?: Record<string, string>; id?: string | number } = {},
) =>
	path === "keys"
		? await caller.call("deleteGroupSshKey", { id, key_id }, { headers })
		: await caller.send("DELETE", `/api/v4/groups/${encodeURIComponent(lab.group)}/manage/${path}/${key_id}`, { headers });

/** Keys that the group does not manage. */
async function strangeKeys(lab: Lab): Promise<readonly number[]> {
	if (!lab.t.given.hasControl) return [await lab.foreign("key")];
	const of = async (who: "developer" | "outsider") => await lab.record("key", { user: lab.t.user(who).username });
	return [await lab.foreign("key"), await of("developer"), await of("outsider"), await lab.record("key", { deploy: true })];
}

/** Deleting SSH keys. */
const keyRemoval: readonly Rule[] = [
	oneRule(
		"CRED-171, CRED-172",
		"Deleting an enterprise user's SSH key as an owner returns 204 without a body, and removes only that key.",
		deletions.key,
		async (lab) => {
			const { hasControl } = lab.t.given;
			const stays = hasControl ? await lab.spare("key") : undefined;
			const long = "2020-01-01T00:00:00.000Z";
			const holders = (await lab.employees()).map((user) => ({ user }));
			const sorts = [{ usage_type: "signing" }, { usage_type: "auth" }, { expires_at: long }, { last_used_at: long }, ...holders];
			for (const id of [await lab.spare("key"), ...(await Promise.all((hasControl ? sorts : []).map((sort) => lab.record("key", sort))))]) {
				const response = (await removeKey(lab, id)).is(204);
				lab.t.assume("there should be no body", response.text === "", response);
				lab.t.same("the deleted key", await lab.listed("key", id), undefined);
			}
			if (stays !== undefined) lab.t.holds("another key stays", (await lab.listed("key", stays)) !== undefined);
		},
	),
	oneAssumed("CRED-174, CRED-181", "The path ssh_keys is an alias of keys. Deleting an SSH key a second time returns 401.", deletions.key, async (lab) => {
		for (const path of lab.t.given.hasControl ? paths : paths.slice(1)) {
			const id = await lab.spare("key");
			(await lab.stays("key", id, () => removeKey(lab, id, { path, caller: lab.t.as("maintainer") }))).refuses(403, forbidden);
			(await removeKey(lab, id, { path })).is(204);
			lab.t.same("the deleted key", await lab.listed("key", id), undefined);
			(await removeKey(lab, id, { path })).refuses(401, unauthorized);
			(await removeKey(lab, "laptop", { path })).refuses(400, { error: "key_id is invalid" });
		}
	}),
	oneRule("CRED-176, ERR-014", "If an SSH key cannot be deleted, the request returns 400 and the key stays.", deletions.key, async (lab) => {
		const body = { message: "400 Bad request - Failed to delete the key" };
		for (const usage_type of ["auth", "signing", "auth_and_signing"] as const)
			for (const expires_at of [null, `${lab.day(30)}T12:00:00.000Z`, `${lab.day(-30)}T12:00:00.000Z`]) {
				const id = await lab.record("key", { hold: "Failed to delete the key", usage_type, expires_at });
				for (const path of paths) (await lab.stays("key", id, () => removeKey(lab, id, { path }))).refuses(400, body);
			}
	}),
	oneRule(
		"CRED-177, CRED-180",
		"Deleting an unknown SSH key, or one that the group does not manage, returns 401. The key stays.",
		deletions.key,
		async (lab) => {
			const keys = await strangeKeys(lab);
			const group = await lab.t.given.groupId(lab.group);
			for (const where of [...paths.map((path) => ({ path })), { id: group }])
				for (const id of [unknownId, ...keys]) (await removeKey(lab, id, where)).refuses(401, unauthorized);
			if (lab.t.given.hasControl) for (const id of keys) lab.t.same("how many such keys there are", (await lab.t.given.records("ssh_keys", { id })).length, 1);
			else lab.t.same("the other group's key", await lab.foreign("key"), keys[0]);
		},
	),
	oneAssumed("CRED-182", "Deleting an SSH key that has changed since If-Unmodified-Since returns 412, and the key stays.", deletions.key, async (lab) => {
		const id = lab.t.given.hasControl ? await lab.record("key", { updated_at: "2026-11-02T10:00:00.700Z" }) : await lab.spare("key");
		// One second before the change, or before created_at, the only such time that a key shows.
		const shown = Date.parse(String((await lab.listed("key", id))?.created_at));
		const before = lab.t.given.hasControl ? "Mon, 02 Nov 2026 09:59:59 GMT" : new Date(shown - 1000).toUTCString();
		for (const since of ["Sat, 01 Jan 2000 00:00:00 GMT", before])
			for (const path of paths) {
				const response = await lab.stays("key", id, () => removeKey(lab, id, { path, headers: { "If-Unmodified-Since": since } }));
				response.refuses(412, { message: "412 Precondition Failed" });
			}
		if (!lab.t.given.hasControl) return;
		(await removeKey(lab, id, { headers: { "If-Unmodified-Since": "Mon, 02 Nov 2026 10:00:00 GMT" } })).ok;
		lab.t.same("the deleted key", await lab.listed("key", id), undefined);
	}),
];

export const credentialChanges: readonly Rule[] = [...revoking, ...rotating, ...keyRemoval];

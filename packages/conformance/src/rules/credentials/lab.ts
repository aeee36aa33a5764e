/** What the rules on credentials share. They use a new group where the bench can create one, otherwise the scene's enterprise group. */
import { isDeepStrictEqual } from "node:util";
import type { OperationId } from "@tenon/contract";
import { rotations, spareKey, spareToken } from "../../plans/spare-token";
import type { Params } from "../../rule/address";
import type { Caller, CallOptions } from "../../rule/caller";
import type { Context } from "../../rule/context";
import type { ApiResponse, Fields } from "../../rule/response";
import { assumed, type Rule, type RuleOptions, rule } from "../../rule/rule";

/** The two kinds of tokens that a group manages. */
export const kinds = ["personal", "resource"] as const;
export type Kind = (typeof kinds)[number];
/** What a rule works on. Tokens of service accounts are personal tokens too. */
export type Sort = Kind | "service" | "key";
/** What a token of the kind `resource` belongs to: the group itself, or something below it. */
const places = ["group", "subgroup", "project"] as const;
type Place = (typeof places)[number];

export const lists = { personal: "listGroupPersonalAccessTokens", resource: "listGroupResourceAccessTokens", key: "listGroupSshKeys" } as const;
export const deletions = {
	personal: "deleteGroupPersonalAccessToken",
	resource: "deleteGroupResourceAccessToken",
	key: "deleteGroupSshKey",
} as const;
const kindOf = (sort: Sort) => (sort === "service" ? "personal" : sort);

/** A number that no record has. */
export const unknownId = 999_999_999;
export const forbidden = { message: "403 Forbidden" };
export const unauthorized = { message: "401 Unauthorized" };
/** Users who must not manage credentials: members with a role below Owner, and a user without a role. */
export const below = ["maintainer", "developer", "reporter", "guest", "outsider"] as const;

export const time = (value: unknown): number => Date.parse(String(value));
export const numbers = (records: readonly Fields[]): number[] => records.map(({ id }) => Number(id));
const day = 86_400_000;
const noon = "2027-03-10T12:00:00.000Z";

/** The credentials of a group. */
export class Lab {
	readonly t: Context;
	/** The full paths of the group, of a subgroup, and of another top-level group, which in a mock the outsider owns. */
	readonly group: string;
	readonly subgroup: string;
	readonly rival: string;
	/** Ids of the rotated tokens whose text the rule knows. */
	readonly #used = new Set<unknown>();
	readonly #names: { readonly [sort in Exclude<Sort, "resource">]: string };
	readonly #place: Place;
	/** What was listed after the last request that must change nothing. */
	#known: { readonly sort: Sort; readonly id: number; readonly listed: Fields; readonly at: number } | undefined;

	private constructor(t: Context, group: string, place: Place) {
		this.t = t;
		this.#place = place;
		this.group = group;
		this.subgroup = t.given.isIsolated ? `${group}/team` : t.scene("subgroup");
		this.rival = t.given.isIsolated ? `${group}-rival` : t.scene("private_group");
		this.#names = { personal: `${group}-employee`, key: `${group}-employee`, service: `${group}-robot` };
	}

	/** @param place What the tokens of the kind `resource` that the rule works on belong to. */
	static async of(t: Context, place: Place = "group"): Promise<Lab> {
		if (!t.given.isIsolated) return new Lab(t, t.scene("enterprise_group"), place);
		await t.given.setClock(noon);
		const lab = new Lab(t, t.unique("corp"), place);
		const { group, rival, subgroup } = lab;
		const members = Object.fromEntries((["owner", ...below.slice(0, 4)] as const).map((role) => [t.user(role as "owner").username, role]));
		const of = (table: string, rows: readonly Fields[]) => t.given.control("POST", `/records/${table}`, rows);
		await of("groups", [{ full_path: group, members }, { full_path: subgroup }, { full_path: rival, members: { [t.user("outsider").username]: "owner" } }]);
		await of("projects", [{ full_path: `${group}/app` }, { full_path: `${subgroup}/lib` }, { full_path: `${rival}/thing` }]);
		const [employee, robot, stranger] = [`${group}-employee`, `${group}-robot`, `${rival}-employee`];
		await of("users", [{ username: employee }, { username: robot }, { username: stranger }]);
		await of("enterprise_users", [
			{ user: employee, group },
			{ user: robot, group, kind: "service_account" },
			{ user: stranger, group: rival },
		]);
		return lab;
	}

	get owner(): Caller {
		return this.t.as("owner");
	}

	/** A date some days from today, in UTC. */
	day(days: number): string {
		return new Date((this.t.given.isIsolated ? time(noon) : Date.now()) + days * day).toISOString().slice(0, 10);
	}

	/** The records on all pages of one of the three lists, as the owner gets them. */
	async list(of: Kind | "key", params: Params = {}): Promise<readonly Fields[]> {
		const found: Fields[] = [];
		for (let page: string | null = "1"; page; ) {
			const all: Params = { id: this.group, ...params, per_page: 100, page };
			const response: ApiResponse = (await this.owner.call(lists[of], all)).ok;
			found.push(...response.items);
			// Not every server has the headers of the totals, but each says which page is next.
			page = response.header("x-next-page");
		}
		return found;
	}

	async listed(sort: Sort, id: number): Promise<Fields | undefined> {
		return (await this.list(kindOf(sort))).find((one) => one.id === id);
	}

	/** Creates a token or key in a mock. A resource token belongs to the group or project that `fields` name, otherwise to the place of the rule. */
	async record(sort: Sort, fields: Fields = {}): Promise<number> {
		const { t } = this;
		const text = t.unique("text");
		if (sort === "key") return (await t.given.record("ssh_keys", { user: this.#names.key, ...fields })).id;
		const home = { group: { group: this.group }, subgroup: { group: this.subgroup }, project: { project: `${this.group}/app` } }[this.#place];
		const isPlaced = fields.project !== undefined || fields.group !== undefined;
		const place = sort === "resource" ? (isPlaced ? {} : home) : { user: this.#names[sort] };
		return (await t.given.record("tokens", { text, name: t.unique("token"), scopes: ["api"], ...place, ...fields })).id;
	}

	/** Whether a token of the kind `resource` belongs to what the rule works on. */
	async #isHere(): Promise<(token: Fields) => boolean> {
		const own = await this.t.given.groupId(this.group);
		return ({ resource_type, resource_id }) => this.#place === (resource_type === "project" ? "project" : resource_id === own ? "group" : "subgroup");
	}

	/** The names of further enterprise users of the group: in a mock a member, an owner and one of each state, elsewhere none. */
	async employees(): Promise<readonly string[]> {
		const { t, group } = this;
		const names: string[] = [];
		for (const [state, role] of t.given.hasControl ? [["active", "guest"], ["active", "owner"], ["blocked"], ["deactivated"], ["banned"]] : []) {
			const username = t.unique("employee");
			await t.given.record("users", { username, state, external: role === "guest" });
			await t.given.record("enterprise_users", { user: username, group });
			if (role) await t.given.record("members", { user: username, group, role });
			names.push(username);
		}
		return names;
	}

	/** Whether the place has a token that may be rotated: the scene need not have one for every place. */
	async hasSpare(): Promise<boolean> {
		const { t } = this;
		if (t.given.isIsolated) return true;
		const [beginning, isHere] = [t.scene("spare_resource_token"), await this.#isHere()];
		return (await this.list("resource", { state: "active" })).some((one) => String(one.name).startsWith(beginning) && isHere(one));
	}

	/** Whether an owner of the group may rotate the tokens of the place. For a subgroup, that is assumed. */
	async rotatesHere(): Promise<boolean> {
		if (this.#place !== "subgroup") return true;
		const response = await this.rotate("resource", await this.spare("resource"));
		this.t.assume("an owner should rotate the token of a subgroup", response.succeeded, response);
		return response.succeeded;
	}

	/** A token or key that may be rotated, revoked or deleted: a new one, or one of those that the scene sets aside. */
	async spare(sort: Sort): Promise<number> {
		const { t } = this;
		if (t.given.isIsolated) return await this.record(sort);
		const isHere = sort === "resource" ? await this.#isHere() : () => true;
		// A token that the rule already uses is not spare, wherever it is in the list.
		if (sort !== "key") return (await spareToken(t, sort, (one) => !this.#used.has(one.id) && isHere(one))).token_id;
		return (await spareKey(t)).key_id;
	}

	/** A token or key that belongs to another top-level group. */
	async foreign(sort: Exclude<Sort, "service">): Promise<number> {
		const { t, rival } = this;
		if (t.given.isIsolated) return await this.record(sort, sort === "resource" ? { group: rival } : { user: `${rival}-employee` });
		const response = await t.as("administrator").call(lists[sort], { id: rival, per_page: 1 });
		const [one] = response.succeeded ? response.items : [];
		return Number(one?.id ?? t.skip(`${lists[sort]} shows an administrator nothing for the private group: add one`));
	}

	/** Rotates a spare token, so that the text of the new token is known. */
	async live(kind: Kind, params: Params = {}) {
		const old = await this.spare(kind);
		const before = (await this.listed(kind, old)) ?? this.t.skip(`the list does not show token ${old}`);
		const response = (await this.rotate(kind, old, params)).ok;
		for (const name of ["name", "description", "scopes", "user_id", "access_level", "resource_type", "resource_id"])
			this.t.assume(`${name} of the new token should be that of the old one`, isDeepStrictEqual(response.field(name), before[name]), response);
		this.#used.add(response.number("id"));
		return { old, before, response, id: response.number("id"), text: response.string("token"), user_id: before.user_id };
	}

	/** A token whose text is known and whose user owns the group. */
	async ofOwner(kind: Kind, scopes: readonly string[] = ["api"]): Promise<{ id: number; text: string }> {
		const { t, group } = this;
		if (!t.given.isIsolated) return await this.live(kind);
		const text = t.unique("text");
		if (kind === "resource") return { text, id: await this.record(kind, { group, text, scopes, role: "owner" }) };
		const user = this.#names.personal;
		if ((await t.given.records("members", { user, group })).length === 0) await t.given.record("members", { user, group, role: "owner" });
		return { text, id: await this.record(kind, { text, scopes }) };
	}

	async rotate(kind: Kind, token_id: unknown, params: Params = {}, caller: Caller = this.owner, options: CallOptions = {}): Promise<ApiResponse> {
		return await caller.call(rotations[kind], { id: this.group, token_id, ...params }, options);
	}

	async revoke(kind: Kind, token_id: unknown, caller: Caller = this.owner, id: string | number = this.group): Promise<ApiResponse> {
		return await caller.call(deletions[kind], { id, token_id });
	}

	/** Sends a request after which the token or key must be listed as before. What was listed last is reused until a request other than a read is sent. */
	async stays(sort: Sort, id: number, request: () => Promise<ApiResponse>): Promise<ApiResponse> {
		const now = async () => ({ ...(await this.listed(sort, id)), last_used_at: null });
		const last = this.#known;
		const isKnown = last?.id === id && last.sort === sort && this.t.exchanges.slice(last.at).every((one) => one.request.method === "GET");
		const before = isKnown ? last.listed : await now();
		const response = await request();
		const listed = await now();
		this.#known = { sort, id, listed, at: this.t.exchanges.length };
		this.t.same(`what is listed of ${sort} ${id}`, listed, before, response);
		return response;
	}

	/** The token must sign in as its user. */
	async signsIn(text: string, user_id: unknown): Promise<void> {
		(await this.t.bearing(text).call("getCurrentUser")).ok.has({ id: user_id });
	}
	async isDead(text: string): Promise<void> {
		(await this.t.bearing(text).call("getCurrentUser")).is(401);
	}
}

type Both = (
	ids: string,
	title: string,
	of: { readonly [kind in Kind]: OperationId },
	run: (lab: Lab, kind: Kind) => Promise<void>,
	options?: RuleOptions & UsingUp,
) => Rule;

interface UsingUp {
	/** The rule revokes tokens. The scene has few, so the rule uses only those of the group itself. */
	readonly usesUp?: boolean;
}

const onBoth =
	(make: typeof rule): Both =>
	(ids, title, of, run, { usesUp = false, ...options } = {}) => {
		const check = async (t: Context): Promise<void> => {
			for (const kind of kinds)
				for (const place of kind === "personal" || of === lists || usesUp ? (["group"] as const) : places) {
					const lab = await Lab.of(t, place);
					if (place === "group" || ((await lab.hasSpare()) && (await lab.rotatesHere()))) await run(lab, kind);
				}
		};
		return make(ids, title, Object.values(of), check, options);
	};

/** A rule about both kinds of tokens. If it rotates or revokes, it uses up tokens that the scene sets aside. */
export const bothRule = onBoth(rule);
export const bothAssumed = onBoth(assumed);

type One = (ids: string, title: string, about: OperationId | readonly OperationId[], run: (lab: Lab) => Promise<void>, options?: RuleOptions) => Rule;

const onOne =
	(make: typeof rule): One =>
	(ids, title, about, run, options) =>
		make(ids, title, about, async (t) => run(await Lab.of(t)), options);

export const oneRule = onOne(rule);
export const oneAssumed = onOne(assumed);

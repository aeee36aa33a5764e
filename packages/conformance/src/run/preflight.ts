import type { Dialect } from "@tenon/contract/dialects";
import { discoverScene } from "../bench/discover-scene";
import { Scene, type SceneValues } from "../bench/scene";
import { type ActorName, isActor, type Tokens } from "../rule/actors";
import { Caller } from "../rule/caller";
import type { Facts } from "../rule/facts";
import { type ApiResponse, isFields } from "../rule/response";
import type { Tier } from "../rule/rule";
import { Unreachable } from "../rule/verdict";
import { parsedIfJson } from "../wire/parsed";
import { detectOffering, detectTier, detectVersion } from "./detect";
import type { Send } from "./sender";
import { verifyScene } from "./verify-scene";
import { wrongRoles } from "./wrong-roles";

export interface PreflightOptions {
	readonly tokens: Tokens;
	readonly scene: SceneValues;
	readonly tier?: Tier | undefined;
	readonly offering?: Facts["offering"] | undefined;
	readonly dialect?: Pick<Dialect, "name" | "absent"> | undefined;
}

/** Actors whose token must be refused. */
const refused: readonly ActorName[] = ["expired", "revoked", "blocked"];

/** Actors whose token has a scope that does not read users. */
const narrow: readonly ActorName[] = ["runner-manager", "runner-creator"];

/**
 * Whether a server is a platform, by its refusal of `GET /user` without a token. The status 401 itself is a check of its own. A server that
 * refuses with another status, such as 404, must return the user of a token.
 */
async function isOfPlatform(refusal: ApiResponse, known: Caller): Promise<boolean> {
	if (refusal.status === 401 || refusal.status === 403) return true;
	return refusal.refused && known.actor !== "anonymous" && (await known.call("getCurrentUser")).status === 200;
}

/**
 * Whether an administrator can act as another user with the header Sudo. False if only the request with the header is refused, or if its
 * response is the administrator's own. True if the run does not have two users to try it with.
 */
async function actsForOthers(callers: ReadonlyMap<ActorName, Caller>, users: Facts["users"]): Promise<boolean> {
	const [administrator, own, user] = [
		callers.get("administrator"),
		users.administrator,
		users.developer ?? users.owner,
	];
	if (!administrator || !own || !user) return true;
	const response = await administrator.sudo(user.id).call("getUserPreferences");
	if (response.refused) return (await administrator.call("getUserPreferences")).refused;
	const shown = parsedIfJson(response.text);
	return !isFields(shown) || shown.user_id !== own.id;
}

/**
 * Reaches the server, looks up the user of each token, and detects the tier, offering, release and scene that the options leave out.
 *
 * @throws Unreachable if the first request gets no response, or if the server is not a platform of this kind.
 * @throws SceneError if a record of the scene in the options does not exist.
 */
export async function preflight(
	send: Send,
	options: PreflightOptions,
): Promise<{ facts: Facts; scene: Scene; notes: string[]; hasSudo: boolean }> {
	const notes: string[] = [];
	/** The result of a look-up on the server; undefined, with a note, if it does not respond. */
	const seen = async <T>(what: string, look: () => Promise<T>): Promise<T | undefined> => {
		try {
			return await look();
		} catch (error) {
			if (!(error instanceof Unreachable)) throw error;
			notes.push(`${what}: ${error.message}.`);
			return undefined;
		}
	};
	const users: { [name in ActorName]?: { id: number; username: string } } = {};
	const anonymous = new Caller(send, "anonymous");
	const callers: ReadonlyMap<ActorName, Caller> = new Map(
		Object.entries(options.tokens).flatMap(([name, token]) =>
			isActor(name) && token !== undefined ? [[name, new Caller(send, name, { "PRIVATE-TOKEN": token })]] : [],
		),
	);
	const best = callers.get("administrator") ?? callers.get("owner") ?? callers.get("maintainer") ?? anonymous;
	const hello = await anonymous.call("getCurrentUser");
	if (!(await isOfPlatform(hello, best)))
		throw new Unreachable(
			`GET ${hello.exchange.request.url} without a token must return 401, but returned ${hello.status}. Is this the base URL of a platform, without /api/v4?`,
		);
	for (const [name, token] of Object.entries(options.tokens)) {
		if (!isActor(name) || token === undefined || refused.includes(name)) continue;
		const caller = new Caller(send, name, { "PRIVATE-TOKEN": token });
		const response = await seen(`The user of the token of ${name} is not known`, () => caller.call("getCurrentUser"));
		if (!response) continue;
		if (response.status === 403 && narrow.includes(name)) continue;
		if (response.status !== 200) {
			notes.push(`GET /user with the token of ${name} returned ${response.status}: its rules will fail.`);
			continue;
		}
		users[name] = { id: response.number("id"), username: response.string("username") };
	}
	const version = await seen("The release is not known", () => detectVersion(best));
	const all = callers.get("administrator") ?? callers.get("auditor");
	if (all || best !== anonymous)
		await seen("The scene was not looked up", () =>
			verifyScene(all ?? best, options.scene, { seesAll: all !== undefined }),
		);
	const discovered = await seen("The rest of the scene was not looked up", () =>
		discoverScene(best, callers.get("owner"), options.scene),
	);
	const scene = new Scene(discovered ?? options.scene);
	notes.push(...((await seen("Roles were not looked up", () => wrongRoles(best, scene, users))) ?? []));
	const tier = options.tier ?? (await seen("Tiers were not tried", () => detectTier(callers, scene)));
	const offering = options.offering ?? (await seen("Offerings were not tried", () => detectOffering(callers, scene)));
	if (!options.tier)
		notes.push(
			tier
				? `Detected tier: ${tier} (override with --tier).`
				: "The tier is not known: rules about tiers are skipped (set --tier).",
		);
	if (!options.offering && !offering)
		notes.push("The offering is not known: rules about it are skipped (set --offering).");
	return {
		facts: { tier, offering, version, dialect: options.dialect?.name, absent: options.dialect?.absent ?? [], users },
		scene,
		notes,
		hasSudo:
			(await seen("Whether administrators act for others is not known", () => actsForOthers(callers, users))) ?? true,
	};
}

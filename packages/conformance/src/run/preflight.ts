import { discoverScene } from "../bench/discover-scene";
import { Scene, type SceneValues } from "../bench/scene";
import { type ActorName, isActor, type Tokens } from "../rule/actors";
import { isFields } from "../rule/answer";
import { Caller } from "../rule/caller";
import type { Exchange } from "../rule/exchange";
import type { Facts } from "../rule/facts";
import type { Tier } from "../rule/rule";
import { Unreachable } from "../rule/verdict";
import type { Sent } from "./sender";

export interface Given {
	readonly tokens: Tokens;
	readonly scene: SceneValues;
	readonly tier?: Tier | undefined;
	readonly offering?: Facts["offering"] | undefined;
}

type Send = (sent: Sent) => Promise<Exchange>;

/** Actors whose token is there to be refused. */
const refused: readonly ActorName[] = ["expired", "revoked", "blocked"];

/**
 * Reaches the server, asks whose each token is, and finds out tier, offering, release and scene as far as they are not given.
 * Throws Unreachable if there is no answer, or if no platform of this kind is there.
 */
export async function preflight(send: Send, given: Given): Promise<{ facts: Facts; scene: Scene; notes: string[] }> {
	const notes: string[] = [];
	const users: { [name in ActorName]?: { id: number; username: string } } = {};
	const anonymous = new Caller(send, "anonymous");
	const hello = await anonymous.call("getCurrentUser");
	// That it is 401 is a check; here it only matters that a platform refuses.
	if (hello.status !== 401 && hello.status !== 403)
		throw new Unreachable(
			`GET ${hello.exchange.request.url} without a token should be refused with 401, and is answered ${hello.status}: is the base URL that of a platform, without /api/v4?`,
		);
	for (const [name, token] of Object.entries(given.tokens)) {
		if (!isActor(name) || token === undefined || refused.includes(name)) continue;
		const answer = await new Caller(send, name, { "PRIVATE-TOKEN": token }).call("getCurrentUser");
		if (answer.status !== 200) {
			notes.push(`The token of ${name} is answered ${answer.status} by GET /user: its checks will fail.`);
			continue;
		}
		users[name] = { id: answer.number("id"), username: answer.string("username") };
	}
	const callers = new Map(
		Object.entries(given.tokens).flatMap(([name, token]) =>
			isActor(name) && token !== undefined ? [[name, new Caller(send, name, { "PRIVATE-TOKEN": token })]] : [],
		),
	);
	const best = callers.get("administrator") ?? callers.get("owner") ?? callers.get("maintainer") ?? anonymous;
	const version = await versionOf(best);
	const scene = new Scene(await discoverScene(best, given.scene));
	const tier = given.tier ?? (await tierOf(callers, scene));
	const offering = given.offering ?? (await offeringOf(callers, scene));
	if (!given.tier) notes.push(`The tier was found to be ${tier}; --tier says otherwise.`);
	return { facts: { tier, offering, version, users }, scene, notes };
}

async function versionOf(caller: Caller): Promise<string | undefined> {
	const answer = await caller.graphql("{ metadata { version } }");
	const data = answer.status === 200 && isFields(answer.json) ? answer.json.data : undefined;
	const metadata = isFields(data) ? data.metadata : undefined;
	return isFields(metadata) && typeof metadata.version === "string" ? metadata.version : undefined;
}

/** Paid tiers show `is_auditor` to administrators; only the highest tells a group's `unique_project_download_limit`. */
async function tierOf(callers: Map<string, Caller>, scene: Scene): Promise<Tier> {
	const administrator = callers.get("administrator");
	const users = await administrator?.call("listUsers", { per_page: 1 });
	const [user] = users?.status === 200 ? users.items : [];
	if (!user || !Object.hasOwn(user, "is_auditor")) return "free";
	const owner = callers.get("owner") ?? administrator;
	const group = scene.has("group") ? await owner?.call("getGroup", { id: scene.get("group") }) : undefined;
	return group?.status === 200 && Object.hasOwn(group.fields, "unique_project_download_limit") ? "ultimate" : "premium";
}

/** Only hosted installations manage credentials. Whether those can do what self-managed ones can cannot be seen without writing. */
async function offeringOf(callers: Map<string, Caller>, scene: Scene): Promise<Facts["offering"]> {
	const administrator = callers.get("administrator") ?? callers.get("owner");
	if (!administrator || !scene.has("enterprise_group")) return "any";
	const id = scene.get("enterprise_group");
	const tokens = await administrator.call("listGroupPersonalAccessTokens", { id, per_page: 1 });
	return tokens.status === 404 ? "self-managed" : "any";
}

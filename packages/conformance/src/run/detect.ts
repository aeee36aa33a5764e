/** Detects facts about a server by reading only. What no token can see stays unknown: it is never guessed. */
import type { Scene } from "../bench/scene";
import type { ActorName } from "../rule/actors";
import type { Caller } from "../rule/caller";
import type { Offering } from "../rule/facts";
import { type ApiResponse, isFields } from "../rule/response";
import type { Tier } from "../rule/rule";

type Callers = ReadonlyMap<ActorName, Caller>;

/** The release, read by GraphQL; undefined if the server does not show it. */
export async function detectVersion(caller: Caller): Promise<string | undefined> {
	const response = await caller.graphql("{ metadata { version } }");
	const data = response.status === 200 && isFields(response.json) ? response.json.data : undefined;
	const metadata = isFields(data) ? data.metadata : undefined;
	return isFields(metadata) && typeof metadata.version === "string" ? metadata.version : undefined;
}

const shows = (response: ApiResponse | undefined, field: string): boolean =>
	response?.status === 200 && Object.hasOwn(response.fields, field);

/** A group shows its owner `membership_lock` only on paid tiers, and `unique_project_download_limit` only on Ultimate. */
export async function detectTier(callers: Callers, scene: Scene): Promise<Tier | undefined> {
	const caller = callers.get("owner") ?? callers.get("administrator");
	if (!caller || !scene.has("group")) return undefined;
	const group = await caller.call("getGroup", { id: scene.get("group"), with_projects: false });
	if (group.status !== 200) return undefined;
	if (shows(group, "unique_project_download_limit")) return "ultimate";
	return shows(group, "membership_lock") ? "premium" : "free";
}

const isAdministrator = async (caller: Caller): Promise<boolean> => {
	const user = await caller.call("getCurrentUser");
	return shows(user, "is_admin") && user.fields.is_admin === true;
};

/** Only hosted installations manage credentials, and only self-managed ones list all runners. */
export async function detectOffering(callers: Callers, scene: Scene): Promise<Offering | undefined> {
	const administrator = callers.get("administrator");
	if (!administrator || !scene.has("enterprise_group")) return undefined;
	const id = scene.get("enterprise_group");
	const managed = await (callers.get("owner") ?? administrator).call("listGroupPersonalAccessTokens", {
		id,
		per_page: 1,
	});
	const runners = await administrator.call("listAllRunners", { per_page: 1 });
	if (runners.status === 200) return managed.status === 200 ? "any" : "self-managed";
	if (managed.status !== 200) return undefined;
	if (runners.status === 404) return "hosted";
	// A hosted installation may refuse the list to an administrator too.
	return runners.status === 403 && (await isAdministrator(administrator)) ? "hosted" : undefined;
}

import type { Planner } from "./planner";
import { spareKey, spareToken } from "./spare-token";

const inGroup: Planner = async (t) => ({ caller: t.as("owner"), params: { id: t.scene("enterprise_group") } });

const onToken =
	(kind: "personal" | "resource"): Planner =>
	async (t) => {
		const { id, token_id, name } = await spareToken(t, kind);
		const list = kind === "personal" ? "listGroupPersonalAccessTokens" : "listGroupResourceAccessTokens";
		const caller = t.as("owner");
		const look = async () => {
			const { items } = (await caller.call(list, { id, search: name, per_page: 100 })).is(200);
			return { ...items.find((one) => one.id === token_id), last_used_at: null };
		};
		return { caller, params: { id, token_id }, look };
	};

/** How the operations on credentials succeed. Tokens and keys cannot be created, so the scene's spare ones are used. */
export const credentialPlans = {
	listGroupPersonalAccessTokens: inGroup,
	listGroupResourceAccessTokens: inGroup,
	listGroupSshKeys: inGroup,
	deleteGroupPersonalAccessToken: onToken("personal"),
	deleteGroupResourceAccessToken: onToken("resource"),
	deleteGroupSshKey: async (t) => {
		const caller = t.as("owner");
		const params = await spareKey(t);
		const look = async () => (await caller.list("listGroupSshKeys", { id: params.id })).is(200).items.find(({ id }) => id === params.key_id) ?? {};
		return { caller, params, look };
	},
	rotateGroupPersonalAccessToken: onToken("personal"),
	rotateGroupResourceAccessToken: onToken("resource"),
} as const satisfies Record<string, Planner>;

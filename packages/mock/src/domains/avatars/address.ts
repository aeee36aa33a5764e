import type { Context } from "../../request/context";
import type { StoredFile } from "../../state/records";

/** The kind of record that an avatar belongs to, as the URL names it. */
export type Owner = "user" | "group" | "project";

/** Returns the URL of an avatar, or null if there is no avatar. */
export const avatarUrl = (
	owner: Owner,
	{ id, avatar }: { readonly id: number; readonly avatar: StoredFile | null },
	{ base }: Pick<Context, "base">,
): string | null => avatar && `${base}/uploads/-/system/${owner}/avatar/${id}/${encodeURIComponent(avatar.name)}`;

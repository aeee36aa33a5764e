import type { Context } from "../../request/context";
import type { StoredFile } from "../../state/records";

/** Whose picture it is, as the address says. */
export type Owner = "user" | "group" | "project";

/** The address under which a picture can be had; null without one. */
export const avatarUrl = (
	owner: Owner,
	{ id, avatar }: { readonly id: number; readonly avatar: StoredFile | null },
	{ base }: Pick<Context, "base">,
): string | null => avatar && `${base}/uploads/-/system/${owner}/avatar/${id}/${encodeURIComponent(avatar.name)}`;

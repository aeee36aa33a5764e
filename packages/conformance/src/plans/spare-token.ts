import { operations } from "@tenon/contract";
import type { Context } from "../rule/context";
import type { Fields } from "../rule/response";
import { Skip } from "../rule/verdict";

/** The kinds of spare tokens that the scene names. */
export type SpareKind = "personal" | "resource" | "service";

/** The operation that lists tokens of a kind. Tokens of service accounts are personal ones too. */
export const listOfTokens = (kind: SpareKind) => (kind === "resource" ? "listGroupResourceAccessTokens" : "listGroupPersonalAccessTokens");

/** The operation that rotates tokens of a kind. */
export const rotations = { personal: "rotateGroupPersonalAccessToken", resource: "rotateGroupResourceAccessToken" } as const;

/** A token that the checks may rotate and revoke. The run's own tokens must not change. */
export async function spareToken(
	t: Context,
	kind: SpareKind,
	isSpare: (token: Fields) => boolean = () => true,
): Promise<{ id: string; token_id: number; name: string; user_id: unknown }> {
	const offering = operations[listOfTokens(kind)].tier?.offering;
	if (!t.offers(offering)) throw new Skip(`needs a ${offering} installation`, "excluded");
	const id = t.scene("enterprise_group");
	const beginning = t.scene(`spare_${kind}_token`);
	const params = { id, search: beginning, state: "active" };
	const found = (await t.as("owner").list(listOfTokens(kind), params)).is(200);
	const spares = found.items.filter((one) => String(one.name).startsWith(beginning) && isSpare(one));
	// It is assumed that an owner of the group can also manage the tokens of groups below it.
	const own = kind === "resource" && spares.length > 0 ? await t.given.groupId(id) : undefined;
	const spare = spares.find((one) => one.resource_type !== "group" || one.resource_id === own) ?? spares[0];
	if (typeof spare?.id !== "number") t.skip(`no active ${kind} token of the group has a name that begins with ${beginning}: make some`);
	return { id, token_id: spare.id, name: String(spare.name), user_id: spare.user_id };
}

/** An SSH key that the checks may delete. Those of the run's users must not change. */
export async function spareKey(t: Context): Promise<{ id: string; key_id: number }> {
	const [id, beginning] = [t.scene("enterprise_group"), t.scene("spare_ssh_key")];
	const found = (await t.as("owner").list("listGroupSshKeys", { id })).is(200);
	const key = found.items.find(({ title }) => String(title).startsWith(beginning));
	if (typeof key?.id !== "number") t.skip(`no key of the group has a title that begins with ${beginning}: add some`);
	return { id, key_id: key.id };
}

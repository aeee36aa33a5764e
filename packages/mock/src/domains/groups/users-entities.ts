import type { Context } from "../../request/context";
import type { User } from "../../state/records";
import { managedUser } from "../users/entities";

/** Returns the JSON of a user, for callers who manage the group that the account came from. */
export const groupUser = (user: User, context: Context): object => ({
	id: user.id,
	...managedUser(user, context),
	// In these lists, every identity has the field of a group's provider, even if there is no provider.
	identities: context.state.identities.in("user", user.id).map(({ provider, extern_uid, saml_provider_id }) => ({
		provider,
		extern_uid,
		saml_provider_id,
	})),
});

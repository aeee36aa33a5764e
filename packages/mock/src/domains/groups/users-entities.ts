import type { Context } from "../../request/context";
import type { User } from "../../state/records";
import { managedUser } from "../users/entities";

/** An account as those see it who look after the group that it came by. */
export const groupUser = (user: User, context: Context): object => ({
	id: user.id,
	...managedUser(user, context),
	// Here every identity has the field for a group's provider, even where it has no provider.
	identities: context.state.identities.in("user", user.id).map(({ provider, extern_uid, saml_provider_id }) => ({
		provider,
		extern_uid,
		saml_provider_id,
	})),
});

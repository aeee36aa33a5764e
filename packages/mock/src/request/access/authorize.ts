import type { User } from "../../state/records";
import type { Context } from "../context";
import { forbidden, unauthorized } from "../http/errors";

/** Throws 403 unless allowed. */
export function authorize(allowed: boolean, reason?: string): void {
	if (!allowed) throw forbidden(reason);
}

/** The user who asks. Throws 401 for a caller without a credential. */
export function signedIn({ actor }: Pick<Context, "actor">): User {
	if (!actor.user) throw unauthorized();
	return actor.user;
}

import type { User } from "../../state/records";
import type { Context } from "../context";
import { forbidden, unauthorized } from "../http/errors";

/** Throws 403 unless `allowed` is true. */
export function authorize(allowed: boolean, reason?: string): void {
	if (!allowed) throw forbidden(reason);
}

/** Returns the user of the request. Throws 401 if it has no credential. */
export function signedIn({ actor }: Pick<Context, "actor">): User {
	if (!actor.user) throw unauthorized();
	return actor.user;
}

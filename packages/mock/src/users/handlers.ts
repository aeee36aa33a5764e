import { ok } from "../http/answer";
import { unauthorized } from "../http/errors";
import { operation } from "../operation";
import { currentUser } from "./entities";

export const users = {
	getCurrentUser: operation("getCurrentUser", (call) => {
		if (!call.actor.user) throw unauthorized();
		return ok(currentUser(call.actor.user, call));
	}),
};

import { authorize } from "../../request/access/authorize";
import { findGroup } from "../../request/access/find";
import type { Context } from "../../request/context";
import { badRequest, notAvailable, notFound } from "../../request/http/errors";
import { accepted, ok } from "../../request/http/json-response";
import { erasing, operation } from "../../request/operation";
import type { Group } from "../../state/records";
import { download } from "./avatar";
import { groupDetail } from "./entities";
import { groupPolicy } from "./policy";
import { revokeToken } from "./tokens";
import { update } from "./update";
import { erasable } from "./update-faults";

/** Returns the group in the request's path. Throws if the caller cannot see or administer it. */
function administered(context: Context, id: number | string): Group {
	const group = findGroup(context, id);
	authorize(groupPolicy.admin_group(context.actor, group));
	return group;
}

/** The operations on a single group. */
export const groupRecords = {
	getGroup: operation("getGroup", (call) => ok(groupDetail(findGroup(call, call.params.id), call.params, call))),

	updateGroup: erasing("updateGroup", erasable, (call) => {
		const group = administered(call, call.params.id);
		return ok(groupDetail(update(group, call.params, call), { with_projects: true }, call));
	}),

	getGroupAvatar: operation("getGroupAvatar", (call) => {
		const { avatar } = findGroup(call, call.params.id);
		if (!avatar) throw notFound("Avatar");
		return download(avatar);
	}),

	revokeGroupToken: {
		...operation("revokeGroupToken", (call) => {
			const group = administered(call, call.params.id);
			if (group.parent_id !== null) throw badRequest("Must be a top-level group");
			return ok(revokeToken(call.params.token, group, call.state));
		}),
		onUnserved: notAvailable,
	},

	syncGroupLdap: {
		...operation("syncGroupLdap", (call) => {
			if (!call.settings.ldapGroupSync) throw notAvailable();
			const group = administered(call, call.params.id);
			call.state.groups.update(group.id, { ldap_sync_requested_at: call.state.clock.iso() });
			return accepted(202);
		}),
		onUnserved: notAvailable,
	},
};

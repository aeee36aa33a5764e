import { operations } from "@tenon/contract";
import { authorize } from "../../request/access/authorize";
import { findGroup } from "../../request/access/find";
import { operation } from "../../request/operation";
import { checkDepth, keysetPage, noKeyset, wantsKeyset } from "../../request/pages/keyset";
import { page } from "../../request/pages/page";
import { invitedGroups, sharedGroups } from "./invitations";
import { allGroups, amongGroups, childGroups, descendantGroups, isByName, publicByName } from "./list";
import { listItem } from "./list-entities";
import { groupProjects, projectsSharedWith } from "./projects";
import { fullProject, projectItem, projectSummary } from "./projects-entities";
import { provisionedUsers, samlUsers } from "./users";
import { groupUser } from "./users-entities";
import { checkTopLevel, groupUserPolicy } from "./users-policy";

export const groupLists = {
	listGroups: operation("listGroups", (call) => {
		const { params } = call;
		// Signed-in callers always get numbered pages, at any depth.
		if (call.actor.isAnonymous) {
			if (wantsKeyset(params, operations.listGroups.pagination, call.settings)) {
				if (!isByName(params)) throw noKeyset();
				return keysetPage(call, params, publicByName(params, call), (one) => listItem(one, params, call));
			}
			checkDepth(params, "Group");
		}
		return page(call, params, allGroups(params, call), (one) => listItem(one, params, call));
	}),

	listGroupProjects: operation("listGroupProjects", (call) => {
		const { params } = call;
		const group = findGroup(call, params.id);
		return page(call, params, groupProjects(group, params, call), (one) =>
			projectItem(one, params, projectSummary, call),
		);
	}),

	listGroupSharedProjects: operation("listGroupSharedProjects", (call) => {
		const { params } = call;
		const group = findGroup(call, params.id);
		return page(call, params, projectsSharedWith(group, params, call), (one) =>
			projectItem(one, params, fullProject, call),
		);
	}),

	listGroupSamlUsers: operation("listGroupSamlUsers", (call) => {
		const { params } = call;
		const group = findGroup(call, params.id);
		checkTopLevel(group);
		authorize(groupUserPolicy.read_saml_users(call.actor, group));
		return page(call, params, samlUsers(group, params, call.state), (one) => groupUser(one, call));
	}),

	listGroupProvisionedUsers: operation("listGroupProvisionedUsers", (call) => {
		const { params } = call;
		const group = findGroup(call, params.id);
		authorize(groupUserPolicy.read_provisioned_users(call.actor, group));
		return page(call, params, provisionedUsers(group, params, call.state), (one) => groupUser(one, call));
	}),

	listSubgroups: operation("listSubgroups", (call) => {
		const { params } = call;
		const group = findGroup(call, params.id);
		return page(call, params, childGroups(group, params, call), (one) => listItem(one, params, call));
	}),

	listDescendantGroups: operation("listDescendantGroups", (call) => {
		const { params } = call;
		const group = findGroup(call, params.id);
		return page(call, params, descendantGroups(group, params, call), (one) => listItem(one, params, call));
	}),

	listGroupSharedGroups: operation("listGroupSharedGroups", (call) => {
		const { params } = call;
		const groups = sharedGroups(findGroup(call, params.id), call.state);
		return page(call, params, amongGroups(groups, params, call), (one) => listItem(one, params, call));
	}),

	listInvitedGroups: operation("listInvitedGroups", (call) => {
		const { params } = call;
		const groups = invitedGroups(findGroup(call, params.id), params.relation ?? [], call.state);
		const newestFirst = { ...params, order_by: "id", sort: "desc" } as const;
		return page(call, params, amongGroups(groups, newestFirst, call), (one) => listItem(one, params, call));
	}),
};

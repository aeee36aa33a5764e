import { noteableAt } from "../../domains/notes/find";
import { globalId } from "../global-id";
import { readIid } from "../iid";
import { isPresent } from "../is-present";
import { known } from "../known";
import type { Part } from "../part";

export const epics: Part = {
	Group: {
		epic(group, { iid }, context) {
			const epic = isPresent(iid) ? context.state.epics.one("iid", `${group.id}:${readIid(iid)}`) : undefined;
			return (epic && noteableAt("Epic", epic.id, context) && epic) ?? null;
		},
	},
	Epic: {
		id: ({ id }) => globalId("Epic", id),
		iid: ({ iid }) => String(iid),
		group: ({ group_id }, _args, { state }) => known(state.groups, group_id),
		author: ({ author_id }, _args, { state }) => known(state.users, author_id),
	},
};

import { listedMergeRequests, type MergeRequestOrder } from "../../domains/merge-requests/list";
import { mergeRequestPolicy } from "../../domains/merge-requests/policy";
import { mergeRequestIn, noteableAt } from "../../domains/notes/find";
import { setLock } from "../../domains/notes/lock";
import { forbidden, notFound } from "../../request/http/errors";
import { Connection } from "../connection";
import { projectOf } from "../find";
import type { MergeRequestSort } from "../generated/resolvers";
import { globalId } from "../global-id";
import { readIid } from "../iid";
import { known } from "../known";
import { mutation } from "../mutation";
import { pagePath } from "../page-path";
import type { Part } from "../part";

const orders: { readonly [sort in MergeRequestSort]: readonly [MergeRequestOrder, "asc" | "desc"] } = {
	CREATED_ASC: ["created", "asc"],
	CREATED_DESC: ["created", "desc"],
	UPDATED_ASC: ["updated", "asc"],
	UPDATED_DESC: ["updated", "desc"],
	MERGED_AT_ASC: ["merged_then_others", "asc"],
	MERGED_AT_DESC: ["merged", "desc"],
	CLOSED_AT_ASC: ["closed_then_others", "asc"],
	CLOSED_AT_DESC: ["closed", "desc"],
	TITLE_ASC: ["title", "asc"],
	TITLE_DESC: ["title", "desc"],
};

export const mergeRequests: Part = {
	Query: {
		mergeRequest(_root, { id }, context) {
			const on = noteableAt("MergeRequest", id.id, context);
			return (on && context.state.mergeRequests.get(on.id)) ?? null;
		},
	},
	Project: {
		mergeRequest(project, { iid }, { actor, state }) {
			const on = mergeRequestIn(project, readIid(iid), actor, state);
			return (on && state.mergeRequests.get(on.id)) ?? null;
		},
		mergeRequests(project, args, { actor, state }) {
			if (!mergeRequestPolicy.read_merge_requests(actor, project)) return null;
			const [by, direction] = orders[args.sort ?? "CREATED_DESC"];
			return new Connection(listedMergeRequests(project, args, by, direction === "desc", state), args);
		},
	},
	MergeRequest: {
		id: ({ id }) => globalId("MergeRequest", id),
		iid: ({ iid }) => String(iid),
		webUrl: ({ id }, _args, { state, base }) => `${base}${pagePath("MergeRequest", id, state)}`,
		project: ({ project_id }, _args, { state }) => known(state.projects, project_id),
	},
	Mutation: {
		mergeRequestSetLocked: mutation(({ projectPath, iid, locked }, context) => {
			const { actor, state, user } = context;
			const project = projectOf(projectPath, context);
			const on = mergeRequestIn(project, readIid(iid), actor, state);
			if (!on) throw notFound();
			if (!mergeRequestPolicy.admin_merge_request(actor, project)) throw forbidden();
			setLock(on, locked, user, state);
			return { mergeRequest: known(state.mergeRequests, on.id) };
		}),
	},
};

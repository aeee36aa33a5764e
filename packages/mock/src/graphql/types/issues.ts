import { type IssueOrder, listedIssues } from "../../domains/issues/list";
import { issuePolicy } from "../../domains/issues/policy";
import { issueIn, noteableAt } from "../../domains/notes/find";
import { listed as listedNotes } from "../../domains/notes/list";
import { setLock } from "../../domains/notes/lock";
import { onIssue } from "../../domains/notes/noteables";
import { notePolicy } from "../../domains/notes/policy";
import { forbidden, notFound } from "../../request/http/errors";
import type { Issue, Project } from "../../state/records";
import { upper } from "../case";
import { Connection } from "../connection";
import type { GraphqlContext } from "../context";
import { projectOf } from "../find";
import type { IssueSort } from "../generated/resolvers";
import { globalId } from "../global-id";
import { readIid } from "../iid";
import { isPresent } from "../is-present";
import { known } from "../known";
import { mutation } from "../mutation";
import { pagePath } from "../page-path";
import type { Part } from "../part";

const orders: { readonly [sort in IssueSort]: readonly [IssueOrder, "asc" | "desc"] } = {
	CREATED_ASC: ["created", "asc"],
	CREATED_DESC: ["created", "desc"],
	UPDATED_ASC: ["updated", "asc"],
	UPDATED_DESC: ["updated", "desc"],
	CLOSED_AT_ASC: ["closed_then_open", "asc"],
	CLOSED_AT_DESC: ["closed", "desc"],
	TITLE_ASC: ["title", "asc"],
	TITLE_DESC: ["title", "desc"],
	SEVERITY_ASC: ["severity", "asc"],
	SEVERITY_DESC: ["severity", "desc"],
};

const projectFor = ({ project_id }: Issue, { state }: GraphqlContext): Project => known(state.projects, project_id);

/** Returns the issue with an IID in a project, if the caller can read it. */
function issueAt(project: Project, iid: string, { actor, state }: GraphqlContext): Issue | undefined {
	const on = issueIn(project, readIid(iid), actor, state);
	return on && state.issues.get(on.id);
}

export const issues: Part = {
	Query: {
		issue(_root, { id }, context) {
			const on = noteableAt("Issue", id.id, context);
			return (on && context.state.issues.get(on.id)) ?? null;
		},
	},
	Project: {
		issue: (project, { iid }, context) => (isPresent(iid) && issueAt(project, iid, context)) || null,
		issues(project, args, context) {
			if (!issuePolicy.read_issues(context.actor, project)) return null;
			const [by, direction] = orders[args.sort ?? "CREATED_DESC"];
			return new Connection(listedIssues(project, args, by, direction === "desc", context), args);
		},
	},
	Issue: {
		id: ({ id }) => globalId("Issue", id),
		iid: ({ iid }) => String(iid),
		author: ({ author_id }, _args, { state }) => known(state.users, author_id),
		webPath: ({ id }, _args, { state }) => pagePath("Issue", id, state),
		webUrl: ({ id }, _args, { state, base }) => `${base}${pagePath("Issue", id, state)}`,
		/** Counts only the notes that the caller can read. */
		userNotesCount: (issue, _args, context) =>
			listedNotes(context, onIssue(issue, projectFor(issue, context)), { activity_filter: "only_comments" }).size,
		assignees: ({ assignee_ids }, args, { state }) =>
			new Connection(
				assignee_ids.map((id) => known(state.users, id)),
				args,
			),
		severity: ({ severity }) => (severity === null ? null : upper(severity)),
		type: ({ type }) => upper(type),
		userPermissions(issue, _args, context) {
			const { actor } = context;
			const project = projectFor(issue, context);
			return {
				readIssue: issuePolicy.read_issue(actor, issue, project),
				createNote: !actor.isAnonymous && notePolicy.create_note(actor, onIssue(issue, project)),
				adminIssue: issuePolicy.admin_issue(actor, project),
				updateIssue: issuePolicy.update_issue(actor, issue, project),
			};
		},
		reference: (issue, { full }, context) => `${full ? projectFor(issue, context).full_path : ""}#${issue.iid}`,
	},
	Mutation: {
		issueSetLocked: mutation(({ projectPath, iid, locked }, context) => {
			const { actor, state, user } = context;
			const project = projectOf(projectPath, context);
			const on = issueIn(project, readIid(iid), actor, state);
			if (!on) throw notFound();
			if (!issuePolicy.admin_issue(actor, project)) throw forbidden();
			setLock(on, locked, user, state);
			return { issue: known(state.issues, on.id) };
		}),
	},
};

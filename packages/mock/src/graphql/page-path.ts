/** The paths of pages, relative to the platform's base URL. */
import type { NoteableType } from "../state/records";
import type { State } from "../state/state";
import { known } from "./known";

const inProject = (id: number, state: State): string => `/${known(state.projects, id).full_path}/-`;
const inGroup = (id: number, state: State): string => `/groups/${known(state.groups, id).full_path}/-`;

const paths: { readonly [type in NoteableType]: (id: number, state: State) => string } = {
	Issue(id, state) {
		const { project_id, iid } = known(state.issues, id);
		return `${inProject(project_id, state)}/issues/${iid}`;
	},
	MergeRequest(id, state) {
		const { project_id, iid } = known(state.mergeRequests, id);
		return `${inProject(project_id, state)}/merge_requests/${iid}`;
	},
	Snippet(id, state) {
		const { project_id } = known(state.snippets, id);
		return `${project_id === null ? "/-" : inProject(project_id, state)}/snippets/${id}`;
	},
	Epic(id, state) {
		const { group_id, iid } = known(state.epics, id);
		return `${inGroup(group_id, state)}/epics/${iid}`;
	},
	"WikiPage::Meta"(id, state) {
		const { container, container_id, slug } = known(state.wikiPages, id);
		return `${(container === "project" ? inProject : inGroup)(container_id, state)}/wikis/${slug}`;
	},
	"AlertManagement::Alert"(id, state) {
		const { project_id, iid } = known(state.alerts, id);
		return `${inProject(project_id, state)}/alert_management/${iid}/details`;
	},
};

/** Returns the path of the page of a record that has notes. */
export const pagePath = (type: NoteableType, id: number, state: State): string => paths[type](id, state);

import type { Label, Project } from "../../../state/records";
import type { State } from "../../../state/state";
import { change, current, names, type Outcome, type Scene } from "./scene";

/** Returns a project's label by its name. Creates it if only an issue or a merge request has the name. */
function find(name: string, project: Project, state: State): Label | undefined {
	const known = state.labels.in("project", project.id).find((label) => label.name === name);
	if (known) return known;
	const carried = [state.issues, state.mergeRequests].some((table) =>
		table.in("project", project.id).some(({ label_names }) => label_names.includes(name)),
	);
	return carried ? state.labels.insert({ project_id: project.id, name }) : undefined;
}

const reference = ({ name }: Label): string => (/^[\w:.-]+$/.test(name) ? `~${name}` : `~"${name}"`);

/** Adds or removes labels that the project knows. Removing without names removes all labels. */
export function label(scene: Scene, text: string, adding: boolean): Outcome {
	const { state, on, rights } = scene;
	if (!rights.admin || !on.project) return undefined;
	const { project } = on;
	const before = current(scene).label_names;
	const all = !adding && text.trim() === "";
	const labels = (all ? before : names(text, "~")).flatMap((name) => find(name, project, state) ?? []);
	const values = labels.map(({ name }) => name);
	const after = adding ? [...new Set([...before, ...values])] : before.filter((name) => !values.includes(name));
	if (after.length === before.length) return undefined;
	change(scene, { label_names: after });
	const listed = `${labels.map(reference).join(" ")} label${labels.length === 1 ? "" : "s"}`;
	return {
		changes: { [adding ? "add_label_ids" : "remove_label_ids"]: labels.map(({ id }) => id) },
		summary: all ? "Removed all labels." : `${adding ? "Added" : "Removed"} ${listed}.`,
	};
}

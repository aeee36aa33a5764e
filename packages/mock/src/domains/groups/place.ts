import { isLonger } from "../../lib/is-longer";
import type { Group } from "../../state/records";
import type { State } from "../../state/state";
import { pathText, reservedFaults } from "./reserved-names";

/** The ends that paths of groups and projects cannot have, because they name files of a repository. */
const reservedEnds = [".git", ".atom"];

/** Returns the validation errors of a new name. */
export function nameFaults(name: string, group: Group, state: State): string[] {
	const faults: string[] = [];
	if (name.trim() === "") faults.push("can't be blank");
	if (isLonger(name, 255)) faults.push("is too long (maximum is 255 characters)");
	if (/<[a-z!/?]/i.test(name)) faults.push("must not contain markup");
	// Top-level groups can have the same name, because their paths differ.
	const beside = group.parent_id === null ? [] : state.groups.in("parent", group.parent_id);
	if (beside.some((one) => one.id !== group.id && one.name === name)) faults.push("has already been taken");
	return faults;
}

/** Returns the full path that a group would have with another path. */
function fullPath(path: string, group: Group, state: State): string {
	const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
	return parent ? `${parent.full_path}/${path}` : path;
}

function isTaken(path: string, group: Group, state: State): boolean {
	const whole = fullPath(path, group, state).toLowerCase();
	const there = state.groups.one("path", whole);
	if (there && there.id !== group.id) return true;
	return state.projects.one("path", whole) !== undefined || state.users.one("username", whole) !== undefined;
}

/** Returns the validation errors of a new path. */
export function pathFaults(path: string, group: Group, state: State): string[] {
	if (path.trim() === "") return ["can't be blank"];
	const faults: string[] = [];
	if (path.length < 2) faults.push("is too short (minimum is 2 characters)");
	if (path.length > 255) faults.push("is too long (maximum is 255 characters)");
	const lower = path.toLowerCase();
	// Assumed: a dot at the end is refused like a reserved end, so that no path is `..`.
	const ends = [...reservedEnds, "."].some((end) => lower.endsWith(end));
	if (!/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(path) || ends) faults.push(pathText);
	faults.push(...reservedFaults(path, group.parent_id === null));
	if (isTaken(path, group, state)) faults.push("has already been taken");
	return faults;
}

/** Updates the full names and paths below a group that moved. Projects can still be found by their former paths. */
function carryAlong(above: Group, state: State): void {
	for (const project of state.projects.in("group", above.id)) {
		const full_path = `${above.full_path}/${project.path}`;
		if (full_path === project.full_path) continue;
		state.projects.update(project.id, { full_path, former_paths: [...project.former_paths, project.full_path] });
	}
	for (const child of state.groups.in("parent", above.id)) {
		const full_path = `${above.full_path}/${child.path}`;
		const full_name = `${above.full_name} / ${child.name}`;
		carryAlong(state.groups.update(child.id, { full_path, full_name }), state);
	}
}

/** Sets the name and the path of a group, and updates everything below it. */
export function place(group: Group, { name, path }: Pick<Group, "name" | "path">, state: State): Group {
	if (name === group.name && path === group.path) return group;
	const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
	const moved = state.groups.update(group.id, {
		name,
		path,
		full_name: parent ? `${parent.full_name} / ${name}` : name,
		full_path: fullPath(path, group, state),
	});
	carryAlong(moved, state);
	return moved;
}

import type { Group, Project } from "./records";

/** Whether a row is a project rather than a group: only projects number records of their own. */
export const isProject = (row: object): row is Project => Object.hasOwn(row, "last_iids");

/** Returns the kind of a row, for records that can refer to a group or a project. */
export const placeKind = (place: Group | Project): "group" | "project" => (isProject(place) ? "project" : "group");

import type { Group, Project } from "./records";

/** Whether a row is a project and not a group: only projects number records of their own. */
export const isProject = (row: object): row is Project => Object.hasOwn(row, "last_iids");

/** What a row is called where a record refers to either. */
export const placeKind = (place: Group | Project): "group" | "project" => (isProject(place) ? "project" : "group");

/** The floors of the packages: each floor lists folders, which import only from floors below. Files at the root are above all. */

export const mockFloors: readonly (readonly string[])[] = [
	["cli", "testing"],
	["server", "persistence"],
	["inspector"],
	["platform"],
	["control-api", "record"],
	["control"],
	["seed"],
	["graphql"],
	["supporting"],
	["extension"],
	["domains"],
	["request"],
	["state"],
	["lib"],
];

export const clientFloors: readonly (readonly string[])[] = [
	["client"],
	["graphql", "schemas", "middleware"],
	["paging"],
	["calls"],
	["transport"],
	["connection"],
	["credentials"],
	["lib"],
	["errors"],
];

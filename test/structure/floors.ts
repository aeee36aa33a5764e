/** The floors of the packages. Folders on a floor import only from lower floors. Files in the root are above all. */

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

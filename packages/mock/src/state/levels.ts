/** Access levels by role name, as the API writes them. */
export const accessLevels = {
	no_access: 0,
	minimal: 5,
	guest: 10,
	planner: 15,
	reporter: 20,
	developer: 30,
	maintainer: 40,
	owner: 50,
} as const;

export type RoleName = keyof typeof accessLevels;

import type { Group, PlatformOptions, Project, Runner } from "@tenon/mock";
import { type Asked, type Told, type World, world } from "../support/world";

const roles = ["owner", "maintainer", "developer", "reporter", "guest"] as const;

/** A world without the demo's runners, with places of its own that everyone has their role in. */
export interface Scene extends World {
	/** `lab`, private. */
	group: Group;
	/** `lab/sub`. */
	sub: Group;
	/** `lab/app`. */
	project: Project;
	/** `lab/tool`. */
	second: Project;
	/** A private project where none of the role users is a member. */
	foreign: Project;
	/** A runner of each kind. */
	instanceRunner(given?: Partial<Runner>): Runner;
	groupRunner(given?: Partial<Runner>): Runner;
	projectRunner(given?: Partial<Runner>, projects?: readonly Project[]): Runner;
	/** A time before now. */
	ago(hours: number): string;
	/** A token of these scopes alone, given as a name to ask as. */
	scoped(username: string, ...scopes: string[]): string;
	/** A new guest of these places whose custom role has the permission `admin_runners` there. */
	keeper(...fullPaths: string[]): string;
	/** Asks, and tells the answer beside whether the state is as it was before. */
	refused(who: string | null, method: string, path: string, asked?: Asked): Promise<Told & { unchanged: boolean }>;
}

export function scene(options: PlatformOptions = {}): Scene {
	const made = world(options);
	const { ask, make, platform, state } = made;
	for (const one of [...platform.state.runners.all()]) platform.state.runners.delete(one.id);
	for (const one of [...platform.state.runnerAssignments.all()]) platform.state.runnerAssignments.delete(one.id);
	const group = make.group("lab", { visibility: "private" });
	const sub = make.group("lab/sub");
	for (const role of roles) make.member(role, "lab", role);
	const project = make.project("lab/app");
	const second = make.project("lab/tool");
	make.group("elsewhere", { visibility: "private" });
	const foreign = make.project("elsewhere/app");
	return {
		...made,
		group,
		sub,
		project,
		second,
		foreign,
		instanceRunner: (given = {}) => make.runner({}, given),
		groupRunner: (given = {}) => make.runner({ group }, given),
		projectRunner: (given = {}, projects = [project]) => make.runner({ projects }, given),
		ago: (hours) => new Date(platform.clock.now() - hours * 3_600_000).toISOString(),
		scoped(username, ...scopes) {
			const who = [username, ...scopes].join("-");
			make.token({ user_id: make.userId(username), text: `${who}-token`, scopes });
			return who;
		},
		keeper(...fullPaths) {
			make.user({ username: "keeper" });
			for (const path of fullPaths) make.member("keeper", path, "guest", null, ["admin_runners"]);
			return "keeper";
		},
		async refused(who, method, path, asked) {
			const before = state();
			const told = await ask(who, method, path, asked);
			return { ...told, unchanged: state() === before };
		},
	};
}

/** The text of the token that a runner of the scene was made with. */
export const tokenOf = (runner: Runner): string => `runner-${runner.id}-token`;

/** The ids in a list's answer. */
export const ids = ({ body }: Told): number[] => body.map((one: { id: number }) => one.id);

/** The names in a list's answer, in alphabetical order. */
export const names = ({ body }: Told): string[] => body.map((one: { name: string }) => one.name).sort();

export const noAccess = { message: "403 Forbidden - No access granted" };
export const unauthorized = { message: "401 Unauthorized" };
export const notFound = { message: "404 Not found" };
export const insufficient = (...scopes: string[]) => ({
	error: "insufficient_scope",
	error_description: "The request requires higher privileges than provided by the access token.",
	scope: scopes.join(" "),
});

/** The four lists of runners: who reads them, and which claims hold for each. */
export const lists = ["listRunners", "listAllRunners", "listProjectRunners", "listGroupRunners"] as const;
export type ListName = (typeof lists)[number];

/** Where a list is, and who asks for it here. */
export function listAt(name: ListName, { group, project }: Scene): { who: string; path: string } {
	switch (name) {
		case "listRunners":
			return { who: "owner", path: "/runners" };
		case "listAllRunners":
			return { who: "root", path: "/runners/all" };
		case "listProjectRunners":
			return { who: "maintainer", path: `/projects/${project.id}/runners` };
		case "listGroupRunners":
			return { who: "owner", path: `/groups/${group.id}/runners` };
	}
}

/** A runner that shows in this list. */
export function listedRunner(name: ListName, made: Scene, given: Partial<Runner> = {}): Runner {
	return name === "listGroupRunners" ? made.groupRunner(given) : made.projectRunner(given);
}

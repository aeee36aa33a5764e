import type { PlatformOptions, Project, Release, ReleaseLink } from "@tenon/mock";
import { type Asked, type Told, type World, world } from "../support/world";

/** The five operations; LINK stands for the path of a link. */
export interface Row {
	id: string;
	method: "GET" | "POST" | "PUT" | "DELETE";
	path: string;
	asked?: Asked;
	status: number;
}

const example = { name: "New", url: "https://downloads.example.com/new" };

export const operations: readonly Row[] = [
	{ id: "listReleaseLinks", method: "GET", path: "", status: 200 },
	{ id: "getReleaseLink", method: "GET", path: "/LINK", status: 200 },
	{ id: "createReleaseLink", method: "POST", path: "", asked: { json: example }, status: 201 },
	{ id: "updateReleaseLink", method: "PUT", path: "/LINK", asked: { json: example }, status: 200 },
	{ id: "deleteReleaseLink", method: "DELETE", path: "/LINK", status: 200 },
];
export const reads = operations.filter(({ method }) => method === "GET");
export const writes = operations.filter(({ method }) => method !== "GET");
export const operationNamed = (id: string): Row => {
	const found = operations.find((one) => one.id === id);
	if (!found) throw new Error(id);
	return found;
};

export type Refused = Told & { unchanged: boolean };

/** A world with a project of its own, `acme/lab`, and its release v1.0 with no link yet. */
export interface Scene extends World {
	project: Project;
	release: Release;
	/** The path of the release's links. */
	at: string;
	/** The path of the links of a tag. */
	of(tag: string): string;
	link(given?: Partial<ReleaseLink>): ReleaseLink;
	/** Creates a link as the developer. */
	create(json: object): Promise<Told>;
	/** The links that the list gives to the developer. */
	listed(): Promise<unknown[]>;
	/** Asks, and tells the answer beside whether the state is as it was before. */
	refused(who: string | null, method: string, path: string, asked?: Asked): Promise<Refused>;
}

export function scene(given: Partial<Project> = {}, options: PlatformOptions = {}): Scene {
	const made = world(options);
	const { ask, make, state } = made;
	const project = make.project("acme/lab", given);
	const release = make.release(project);
	const of = (tag: string): string => `/projects/${project.id}/releases/${tag}/assets/links`;
	const at = of("v1.0");
	return {
		...made,
		project,
		release,
		at,
		of,
		link: (link = {}) => make.releaseLink(release, link),
		create: (json) => ask("developer", "POST", at, { json }),
		listed: async () => (await ask("developer", "GET", at)).body,
		async refused(who, method, path, asked) {
			const before = state();
			const told = await ask(who, method, path, asked);
			return { ...told, unchanged: state() === before };
		},
	};
}

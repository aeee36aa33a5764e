import type { Pipeline, PlatformOptions, Project } from "@tenon/mock";
import { type Asked, type Told, type World, world } from "./world";

/** A world with a project of its own, `acme/lab`, that holds no pipeline yet. */
export interface Lab extends World {
	/** As it was made; see `change`. */
	project: Project;
	/** The path of its pipelines. */
	at: string;
	/** Changes the project. */
	change(changes: Partial<Project>): void;
	/** Makes a pipeline in the project. */
	pipeline(given?: Partial<Pipeline>): Pipeline;
	/** Asks for something below the project's pipelines, as the owner. */
	get(path?: string): Promise<Told>;
	/** The ids that the list gives to the owner for this query. */
	ids(query?: string): Promise<number[]>;
	/** Asks, and tells the answer beside whether the state is as it was before. */
	refused(who: string | null, method: string, path: string, asked?: Asked): Promise<Told & { unchanged: boolean }>;
}

/** Makes a lab; `given` are fields of its project. */
export function lab(given: Partial<Project> = {}, options: PlatformOptions = {}): Lab {
	const made = world(options);
	const { ask, make, platform, state } = made;
	const project = make.project("acme/lab", given);
	const at = `/projects/${project.id}/pipelines`;
	const get: Lab["get"] = (path = "") => ask("owner", "GET", `${at}${path}`);
	return {
		...made,
		project,
		at,
		get,
		change: (changes) => void platform.state.projects.update(project.id, changes),
		pipeline: (pipeline = {}) => make.pipeline(platform.state.projects.get(project.id) ?? project, pipeline),
		async ids(query = "") {
			const { body } = await get(`?${query}`);
			return body.map((one: { id: number }) => one.id);
		},
		async refused(who, method, path, asked) {
			const before = state();
			const told = await ask(who, method, path, asked);
			return { ...told, unchanged: state() === before };
		},
	};
}

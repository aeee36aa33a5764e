import type { Pipeline, PlatformOptions, Project } from "@tenon/mock";
import { type ReadResponse, type RequestParts, type World, world } from "./world";

/** A world with a project of its own, `acme/lab`, that holds no pipeline yet. */
export interface Lab extends World {
	/** As it was made; see `change`. */
	project: Project;
	/** The path of its pipelines. */
	at: string;
	/** Changes the project. */
	change(changes: Partial<Project>): void;
	/** Makes a pipeline in the project. */
	pipeline(fields?: Partial<Pipeline>): Pipeline;
	/** Asks for something below the project's pipelines, as the owner. */
	get(path?: string): Promise<ReadResponse>;
	/** The ids that the list gives to the owner for this query. */
	ids(query?: string): Promise<number[]>;
	/** Asks, and tells the answer beside whether the state is as it was before. */
	refused(
		who: string | null,
		method: string,
		path: string,
		request?: RequestParts,
	): Promise<ReadResponse & { unchanged: boolean }>;
}

/** Makes a lab; `given` are fields of its project. */
export function lab(fields: Partial<Project> = {}, options: PlatformOptions = {}): Lab {
	const made = world(options);
	const { ask, make, platform, state } = made;
	const project = make.project("acme/lab", fields);
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
		async refused(who, method, path, request) {
			const before = state();
			const response = await ask(who, method, path, request);
			return { ...response, unchanged: state() === before };
		},
	};
}

import type { Pipeline, PlatformOptions, Project } from "@tenon/mock";
import { type ReadResponse, type World, world } from "./world";

/** A world with a new project `acme/lab`, which has no pipelines yet. */
export interface Lab extends World {
	project: Project;
	/** The path of its pipelines. */
	at: string;
	/** Creates a pipeline in the project. */
	pipeline(fields?: Partial<Pipeline>): Pipeline;
	/** Sends a GET request below the project's pipelines, as the owner. */
	get(path?: string): Promise<ReadResponse>;
	/** Returns the ids in the list that the owner gets for this query. */
	ids(query?: string): Promise<number[]>;
}

/** Creates a lab. `fields` are the fields of its project. */
export function lab(fields: Partial<Project> = {}, options: PlatformOptions = {}): Lab {
	const made = world(options);
	const { ask, make, platform } = made;
	const project = make.project("acme/lab", fields);
	const at = `/projects/${project.id}/pipelines`;
	const get: Lab["get"] = (path = "") => ask("owner", "GET", `${at}${path}`);
	return {
		...made,
		project,
		at,
		get,
		pipeline: (pipeline = {}) => make.pipeline(platform.state.projects.get(project.id) ?? project, pipeline),
		async ids(query = "") {
			const { body } = await get(`?${query}`);
			return body.map((one: { id: number }) => one.id);
		},
	};
}

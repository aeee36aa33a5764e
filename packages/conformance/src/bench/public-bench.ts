import type { Params } from "../rule/address";
import type { Context } from "../rule/context";
import { pause } from "../rule/eventually";
import { ask, numberOf } from "../rule/graphql";
import type { ApiResponse, Fields } from "../rule/response";
import { Skip } from "../rule/verdict";
import type { Bench } from "./bench";

function skip(): never {
	throw new Skip("arranged through the mock's control API (--bench control)", "bench");
}

interface PublicBenchOptions {
	/** Ids of groups and projects by path: each is looked up once per run. */
	readonly ids?: Map<string, number>;
	/** Tokens that registered a runner in this run. */
	readonly registering?: Set<string>;
	/** Whether a rule that is skipped by this bench is run again in a world of its own. */
	readonly hasWorlds?: boolean;
}

/** Arranges records through the platform's own API, so it works on any server. The ledger has an entry to remove each record. */
export class PublicBench implements Bench {
	readonly #context: Context;
	readonly #ids: Map<string, number>;
	readonly #registering: Set<string>;
	readonly #hasWorlds: boolean;

	constructor(
		context: Context,
		{ ids = new Map(), registering = new Set(), hasWorlds = false }: PublicBenchOptions = {},
	) {
		this.#context = context;
		this.#ids = ids;
		this.#registering = registering;
		this.#hasWorlds = hasWorlds;
	}

	async nextSecond(milliseconds = 1_100): Promise<void> {
		// In a world of its own the rule does not have to wait: the clock can be set.
		if (this.#hasWorlds) skip();
		await pause(milliseconds);
	}

	get isIsolated(): boolean {
		return false;
	}

	get hasControl(): boolean {
		// With the control API the rule checks everything that it checks without it, and more.
		if (this.#hasWorlds) skip();
		return false;
	}

	/** A new user; created by the administrator. */
	async user(params: Params = {}): Promise<ApiResponse> {
		const name = this.#context.unique("user");
		const administrator = this.#context.as("administrator");
		const response = await administrator.call("createUser", {
			username: name,
			name,
			email: `${name}@conformance.example.com`,
			password: `pw-${name}-Zq7`,
			skip_confirmation: true,
			...params,
		});
		response.ok;
		const id = response.number("id");
		this.#context.undo(`user ${id}`, () => administrator.call("deleteUser", { id, hard_delete: true }));
		return response;
	}

	/** A new runner, by default of the group; created by the owner. */
	async runner(params: Params = {}): Promise<ApiResponse> {
		const owner = this.#context.as("owner");
		const where =
			params.runner_type === undefined
				? { runner_type: "group_type", group_id: await this.groupId(this.#context.scene("group")) }
				: {};
		const response = await owner.call("createUserRunner", {
			...where,
			description: this.#context.unique("runner"),
			...params,
		});
		response.ok;
		const id = response.number("id");
		// Not by the runner's token, which the check may reset.
		this.#context.undo(`runner ${id}`, () => owner.call("deleteRunner", { id }));
		return response;
	}

	/** A new runner of the scene's project; created by the owner. */
	async projectRunner(params: Params = {}): Promise<ApiResponse> {
		const project_id = await this.projectId(this.#context.scene("project"));
		return await this.runner({ runner_type: "project_type", project_id, ...params });
	}

	/** A new runner of the whole platform; created by the administrator. */
	async instanceRunner(params: Params = {}): Promise<ApiResponse> {
		const administrator = this.#context.as("administrator");
		const description = this.#context.unique("runner");
		const response = await administrator.call("createUserRunner", {
			runner_type: "instance_type",
			description,
			...params,
		});
		response.ok;
		const id = response.number("id");
		this.#context.undo(`runner ${id}`, () => administrator.call("deleteRunner", { id }));
		return response;
	}

	/** The registration token of the scene's group. The administrator reads it: the owner's reads of groups come close to the rate limit. */
	async registrationToken(): Promise<string> {
		const params = { id: this.#context.scene("group"), with_projects: false };
		const token = (await this.#context.as("administrator").call("getGroup", params)).is(200).field("runners_token");
		if (typeof token !== "string") return this.#context.skip("the group shows its owner no runners_token");
		// It is assumed that `runners_token` is a registration token.
		return (await this.#registers(token)) ? token : this.#context.skip("the group's runners_token registers no runner");
	}

	/** Whether a runner can be registered with a token. Only a 403 is the token's fault. */
	async #registers(token: string): Promise<boolean> {
		if (this.#registering.has(token)) return true;
		const trial = await this.#context.anonymous.call("registerRunner", {
			token,
			description: this.#context.unique("runner"),
		});
		if (trial.status === 403) return false;
		this.#registering.add(token);
		if (trial.succeeded) await this.#context.as("administrator").call("deleteRunner", { id: trial.number("id") });
		return true;
	}

	/** A runner registered with a registration token, by default the group's. Its own token has the older format. */
	async registeredRunner(params: Params = {}): Promise<ApiResponse> {
		const response = await this.#context.anonymous.call("registerRunner", {
			token: params.token ?? (await this.registrationToken()),
			description: this.#context.unique("runner"),
			...params,
		});
		if (response.status === 410) this.#context.skip("registration tokens are switched off: allow them");
		response.ok;
		const id = response.number("id");
		this.#context.undo(`runner ${id}`, () => this.#context.as("administrator").call("deleteRunner", { id }));
		return response;
	}

	/** A new note on the scene's issue; created by the developer. */
	async issueNote(params: Params = {}): Promise<ApiResponse> {
		const developer = this.#context.as("developer");
		const where = { id: this.#context.scene("project"), issue_iid: this.#context.scene("issue_iid") };
		const response = await developer.call("createIssueNote", {
			...where,
			body: this.#context.unique("note"),
			...params,
		});
		response.ok;
		const note_id = response.number("id");
		this.#context.undo(`note ${note_id}`, () =>
			this.#context.as("owner").call("deleteIssueNote", { ...where, note_id }),
		);
		return response;
	}

	/** A new pipeline of the scene's project; created by the maintainer. */
	async pipeline(params: Params = {}): Promise<ApiResponse> {
		const id = this.#context.scene("project");
		const response = await this.#context
			.as("maintainer")
			.call("createPipeline", { id, ref: this.#context.scene("ref"), ...params });
		response.ok;
		const pipeline_id = response.number("id");
		this.#context.undo(`pipeline ${pipeline_id}`, () =>
			this.#context.as("owner").call("deletePipeline", { id, pipeline_id }),
		);
		return response;
	}

	/** A new link of the scene's release; created by the owner: the specification leaves open who else may write links. */
	async releaseLink(params: Params = {}): Promise<ApiResponse> {
		const where = { id: this.#context.scene("project"), tag_name: this.#context.scene("tag_name") };
		const name = this.#context.unique("link");
		const owner = this.#context.as("owner");
		const response = await owner.call("createReleaseLink", {
			...where,
			name,
			url: `https://example.com/${name}`,
			...params,
		});
		response.ok;
		const link_id = response.number("id");
		this.#context.undo(`release link ${link_id}`, () => owner.call("deleteReleaseLink", { ...where, link_id }));
		return response;
	}

	/** The id of a path, looked up once per run. */
	async #idOf(path: string, lookUp: () => Promise<number>): Promise<number> {
		const id = this.#ids.get(path) ?? (await lookUp());
		this.#ids.set(path, id);
		return id;
	}

	/** The numeric id of a project of the scene's group. */
	async projectId(path: string): Promise<number> {
		return await this.#idOf(path, () => this.#projectIdOf(path));
	}

	async #projectIdOf(path: string): Promise<number> {
		const id = this.#context.scene("group");
		const search = path.slice(path.lastIndexOf("/") + 1);
		const found = (
			await this.#context.as("owner").list("listGroupProjects", { id, search, include_subgroups: true, simple: true })
		).is(200);
		const project = found.items.find((one) => one.path_with_namespace === path);
		if (typeof project?.id !== "number") this.#context.skip(`the group has no project ${path} that its owner sees`);
		return project.id;
	}

	/** The numeric id of a group that the owner can read. It is read by GraphQL, so that it does not count against the limits of REST that other checks look at. */
	async groupId(path: string): Promise<number> {
		return await this.#idOf(path, () => this.#groupIdOf(path));
	}

	async #groupIdOf(path: string): Promise<number> {
		const response = await ask(this.#context.as("owner"), "query ($path: ID!) { group(fullPath: $path) { id } }", {
			path,
		});
		// Another rule may have renamed it just now.
		return numberOf(response.at("group.id")) || this.#context.skip(`the owner sees no group ${path}`);
	}

	async record(_table: string, _fields?: Fields): Promise<Fields & { readonly id: number }> {
		return skip();
	}
	async change(_table: string, _id: number | string, _fields: Fields): Promise<Fields> {
		return skip();
	}
	async remove(_table: string, _id: number | string): Promise<void> {
		skip();
	}
	async records(_table: string, _having?: Fields): Promise<readonly Fields[]> {
		return skip();
	}
	async limitRates(): Promise<void> {
		// Here and again in the rule's world, the requests up to the limit would be sent twice.
		if (this.#hasWorlds) skip();
	}
	async settings(_changes: Fields): Promise<void> {
		skip();
	}
	async advance(_by: string | number): Promise<void> {
		skip();
	}
	async setClock(_now: string): Promise<void> {
		skip();
	}
	async control(_method: string, _path: string, _body?: unknown): Promise<unknown> {
		return skip();
	}
}

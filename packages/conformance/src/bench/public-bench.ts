import type { Params } from "../rule/address";
import type { Answer } from "../rule/answer";
import type { Trial } from "../rule/context";
import { ask, numberOf } from "../rule/graphql";

/** Makes records through the server's own interface, each with an entry in the ledger that removes it again. */
export class Makers {
	readonly #trial: Trial;

	constructor(trial: Trial) {
		this.#trial = trial;
	}

	/** A user; by the administrator. */
	async user(params: Params = {}): Promise<Answer> {
		const name = this.#trial.unique("user");
		const administrator = this.#trial.as("administrator");
		const answer = await administrator.call("createUser", {
			username: name,
			name,
			email: `${name}@conformance.example.com`,
			password: `pw-${name}-Zq7`,
			skip_confirmation: true,
			...params,
		});
		answer.is(201);
		const id = answer.number("id");
		this.#trial.undo(`user ${id}`, () => administrator.call("deleteUser", { id, hard_delete: true }));
		return answer;
	}

	/** A runner of the group unless told otherwise; by the owner. */
	async runner(params: Params = {}): Promise<Answer> {
		const owner = this.#trial.as("owner");
		const where =
			params.runner_type === undefined
				? { runner_type: "group_type", group_id: await this.groupId(this.#trial.scene("group")) }
				: {};
		const answer = await owner.call("createUserRunner", {
			...where,
			description: this.#trial.unique("runner"),
			...params,
		});
		answer.is(201);
		const id = answer.number("id");
		// Not by its token, which the check may reset.
		this.#trial.undo(`runner ${id}`, () => owner.call("deleteRunner", { id }));
		return answer;
	}

	/** A runner of the scene's project; by the owner. */
	async projectRunner(params: Params = {}): Promise<Answer> {
		const project_id = await this.projectId(this.#trial.scene("project"));
		return await this.runner({ runner_type: "project_type", project_id, ...params });
	}

	/** A runner of the whole platform; by the administrator. */
	async instanceRunner(params: Params = {}): Promise<Answer> {
		const administrator = this.#trial.as("administrator");
		const description = this.#trial.unique("runner");
		const answer = await administrator.call("createUserRunner", {
			runner_type: "instance_type",
			description,
			...params,
		});
		answer.is(201);
		const id = answer.number("id");
		this.#trial.undo(`runner ${id}`, () => administrator.call("deleteRunner", { id }));
		return answer;
	}

	/** The registration token of the scene's group; read by the administrator, for the owner reads groups often enough to near the limit. */
	async registrationToken(): Promise<string> {
		const params = { id: this.#trial.scene("group"), with_projects: false };
		const token = (await this.#trial.as("administrator").call("getGroup", params)).is(200).field("runners_token");
		return typeof token === "string" ? token : this.#trial.skip("the group shows its owner no runners_token");
	}

	/** A runner registered with a registration token, the group's unless told otherwise; its own token is of the older style. */
	async registeredRunner(params: Params = {}): Promise<Answer> {
		const answer = await this.#trial.anonymous.call("registerRunner", {
			token: params.token ?? (await this.registrationToken()),
			description: this.#trial.unique("runner"),
			...params,
		});
		if (answer.status === 410) this.#trial.skip("registration tokens are switched off: allow them");
		answer.is(201);
		const id = answer.number("id");
		this.#trial.undo(`runner ${id}`, () => this.#trial.as("administrator").call("deleteRunner", { id }));
		return answer;
	}

	/** A note on the scene's issue; by the developer. */
	async issueNote(params: Params = {}): Promise<Answer> {
		const developer = this.#trial.as("developer");
		const where = { id: this.#trial.scene("project"), issue_iid: this.#trial.scene("issue_iid") };
		const answer = await developer.call("createIssueNote", { ...where, body: this.#trial.unique("note"), ...params });
		answer.is(201);
		const note_id = answer.number("id");
		this.#trial.undo(`note ${note_id}`, () => this.#trial.as("owner").call("deleteIssueNote", { ...where, note_id }));
		return answer;
	}

	/** A pipeline of the scene's project; by the maintainer. */
	async pipeline(params: Params = {}): Promise<Answer> {
		const id = this.#trial.scene("project");
		const answer = await this.#trial
			.as("maintainer")
			.call("createPipeline", { id, ref: this.#trial.scene("ref"), ...params });
		answer.is(201);
		const pipeline_id = answer.number("id");
		this.#trial.undo(`pipeline ${pipeline_id}`, () =>
			this.#trial.as("owner").call("deletePipeline", { id, pipeline_id }),
		);
		return answer;
	}

	/** A link of the scene's release; by the developer. */
	async releaseLink(params: Params = {}): Promise<Answer> {
		const where = { id: this.#trial.scene("project"), tag_name: this.#trial.scene("tag_name") };
		const name = this.#trial.unique("link");
		const developer = this.#trial.as("developer");
		const answer = await developer.call("createReleaseLink", {
			...where,
			name,
			url: `https://example.com/${name}`,
			...params,
		});
		answer.is(201);
		const link_id = answer.number("id");
		this.#trial.undo(`release link ${link_id}`, () => developer.call("deleteReleaseLink", { ...where, link_id }));
		return answer;
	}

	/** The numeric id of a project of the scene's group. */
	async projectId(path: string): Promise<number> {
		const id = this.#trial.scene("group");
		const search = path.slice(path.lastIndexOf("/") + 1);
		const found = (
			await this.#trial
				.as("owner")
				.call("listGroupProjects", { id, search, include_subgroups: true, simple: true, per_page: 100 })
		).is(200);
		const project = found.items.find((one) => one.path_with_namespace === path);
		if (typeof project?.id !== "number") this.#trial.skip(`the group has no project ${path} that its owner sees`);
		return project.id;
	}

	/** The numeric id of a group that the owner can read. Asked by GraphQL, lest it count against the limits of REST that other checks look at. */
	async groupId(path: string): Promise<number> {
		const told = await ask(this.#trial.as("owner"), "query ($path: ID!) { group(fullPath: $path) { id } }", { path });
		return numberOf(told.record("group").id) || this.#trial.skip(`the owner sees no group ${path}`);
	}
}

import type { Params } from "../../rule/address";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { person } from "./person";
import { detailOf, placeOf, runnerOf, types } from "./runner-places";

/** What is sent comes back in the runner's detail. */
const echoed: readonly (readonly [claim: string, given: Params, expected: Params])[] = [
	["USER-652", { description: "Builds" }, { description: "Builds" }],
	["USER-653", { paused: true }, { paused: true, active: false }],
	["USER-654", { access_level: "ref_protected" }, { access_level: "ref_protected" }],
	["USER-655", { maximum_timeout: 3_600 }, { maximum_timeout: 3_600 }],
	["USER-656", { maintenance_note: "Ask first" }, { maintenance_note: "Ask first" }],
	["USER-682", {}, { status: "never_contacted", online: null }],
];

const tagsOf = async (t: Context, id: number): Promise<readonly string[]> => {
	const tags = (await detailOf(t, id)).field("tag_list");
	return Array.isArray(tags) ? tags.map(String).sort() : [];
};

export const runnerCreation: readonly Rule[] = [
	...echoed.map(([claim, given, expected]) =>
		byClaim(claim, async (t) => {
			for (const type of types) (await detailOf(t, (await runnerOf(t, type, given)).number("id"))).has(expected);
		}),
	),
	assumed(
		"USER-657",
		"A project runner created with locked=true cannot be assigned to a second project by a non-administrator.",
		"createUserRunner",
		async (t) => {
			const owner = t.as("owner");
			const id = t.scene("internal_project");
			const assign = async (locked: boolean) => {
				const runner_id = (await t.given.projectRunner({ locked })).number("id");
				t.undo("the assignment", () => owner.call("unassignProjectRunner", { id, runner_id }));
				return await owner.call("assignProjectRunner", { id, runner_id });
			};
			(await assign(false)).is(201);
			(await assign(true)).is(400, 403, 404);
		},
	),
	rule("USER-658", 'tag_list="ruby,mysql" is split at commas: the runner\'s tag_list is ["ruby","mysql"] (any order).', "createUserRunner", async (t) => {
		const id = (await t.given.runner({ tag_list: "ruby,mysql" })).number("id");
		t.same("the tags", await tagsOf(t, id), ["mysql", "ruby"]);
	}),
	assumed("USER-659", "Spaces around commas in tag_list are trimmed and duplicate tags collapse.", "createUserRunner", async (t) => {
		const id = (await t.given.runner({ tag_list: " ruby , mysql,ruby" })).number("id");
		t.same("the tags", await tagsOf(t, id), ["mysql", "ruby"]);
	}),
	assumed(
		"USER-660",
		"Defaults: paused false, locked false, run_untagged true, access_level not_protected, maximum_timeout null, tag_list [].",
		"createUserRunner",
		async (t) => {
			const id = (await t.given.projectRunner({ description: undefined })).number("id");
			(await detailOf(t, id)).has({
				paused: false,
				locked: false,
				run_untagged: true,
				access_level: "not_protected",
				maximum_timeout: null,
				tag_list: [],
			});
		},
	),
	rule("USER-662", "The token is never shown again: GET /runners/:id and every runner list carry no token key.", "createUserRunner", async (t) => {
		const made = await t.given.projectRunner();
		const [id, token] = [made.number("id"), made.string("token")];
		const project = t.scene("project");
		const owner = t.as("owner");
		const lists = [await owner.call("listRunners", { per_page: 100 }), await owner.call("listProjectRunners", { id: project, per_page: 100 })];
		if (t.facts.offering !== "hosted") lists.push(await t.as("administrator").call("listAllRunners", { per_page: 100 }));
		(await owner.call("getRunner", { id })).is(200).lacks("token");
		for (const list of lists) {
			list.is(200).every("without a token", (runner) => !Object.hasOwn(runner, "token"));
			t.holds("the token should be nowhere in a list", !list.text.includes(token), list);
		}
	}),
	assumed("USER-663", "token_expires_at is null unless the instance, group or project sets a runner token lifetime.", "createUserRunner", async (t) => {
		const made = await t.given.instanceRunner();
		made.shows("token_expires_at");
		const expires = made.field("token_expires_at");
		if (expires === null) return;
		const isLater = typeof expires === "string" && Date.parse(expires) > Date.now();
		t.holds("token_expires_at should be null or a time to come", isLater, made);
		t.skip("the platform limits how long runners' tokens live: a check needs one that does not");
	}),
	rule(
		"USER-664",
		"The returned token is an authentication token: POST /runners/verify with it (and a system_id) answers 200 with the same id.",
		"createUserRunner",
		async (t) => {
			const made = await t.given.runner();
			const response = await t.anonymous.call("verifyRunner", { token: made.string("token"), system_id: "s_conformance" });
			response.is(200).has({ id: made.number("id") });
		},
	),
	rule(
		"USER-665",
		"Every token from POST /user/runners begins with one fixed new-style prefix, the same for all runner types.",
		"createUserRunner",
		async (t) => {
			const tokens: string[] = [];
			for (const type of [...types, ...types]) tokens.push((await runnerOf(t, type)).string("token"));
			const [first = "", ...others] = tokens;
			// What all of them begin with, which is chance where there is no prefix.
			let length = 0;
			while (length < first.length && others.every((token) => token[length] === first[length])) length++;
			t.holds(`tokens should begin alike, and do so for ${length} characters`, length >= 4);
			t.same("the number of different tokens", new Set(tokens).size, tokens.length);
		},
	),
	assumed(
		"USER-683",
		"When the runner record carries `created_by`, it is the list-item record of the caller who created it.",
		"createUserRunner",
		async (t) => {
			const { username } = t.user("owner");
			const detail = await detailOf(t, (await t.given.runner()).number("id"));
			if (!Object.hasOwn(detail.fields, "created_by")) t.skip("the runner's record carries no created_by");
			const [owner] = (await t.as("outsider").call("listUsers", { username })).is(200).items;
			detail.has({ created_by: owner });
		},
	),
	rule(
		"USER-684",
		"The created runner has the requested runner_type; a project_type runner lists that project in projects[]; a group_type runner appears in GET /groups/:id/runners.",
		"createUserRunner",
		async (t) => {
			for (const type of types) {
				const id = (await runnerOf(t, type)).number("id");
				const detail = (await detailOf(t, id)).has({ runner_type: type });
				if (type === "project_type") {
					const project = await t.given.projectId(t.scene("project"));
					const projects = detail.field("projects");
					const ids = Array.isArray(projects) ? projects.map((one) => Object(one).id) : [];
					t.same("the runner's projects", ids, [project], detail);
				}
				if (type !== "group_type") continue;
				const params = { id: t.scene("group"), type, per_page: 100 };
				const listed = (await t.as("owner").call("listGroupRunners", params)).is(200);
				t.holds("the group's runners should hold it", listed.ids.includes(id), listed);
			}
		},
	),
	assumed("USER-685", "group_id sent with instance_type is ignored.", "createUserRunner", async (t) => {
		const id = (await t.given.instanceRunner({ group_id: 2_000_000_000 })).number("id");
		(await detailOf(t, id)).has({ runner_type: "instance_type" });
	}),
	rule("USER-671", "A token with scope create_runner suffices.", "createUserRunner", async (t) => {
		const description = t.unique("runner");
		const place = await placeOf(t, "group_type");
		const made = (await t.as("runner-creator").call("createUserRunner", { ...place, description })).is(201);
		const id = made.number("id");
		t.undo(`runner ${id}`, () => t.as("owner").call("deleteRunner", { id }));
		(await detailOf(t, id)).has({ description });
	}),
	rule("USER-666", "instance_type needs an administrator: any other caller is refused and nothing is created.", "createUserRunner", async (t) => {
		const description = t.unique("runner");
		for (const who of ["owner", "maintainer", "outsider"] as const) {
			const response = await t.as(who).call("createUserRunner", { runner_type: "instance_type", description });
			t.holds("another than an administrator should be refused", [401, 403, 404].includes(response.status), response);
		}
		const { caller } = await person(t);
		(await caller.call("createUserRunner", { runner_type: "instance_type", description })).refuses(403);
		await t.given.instanceRunner();
		if (t.facts.offering === "hosted") return;
		const params = { type: "instance_type", per_page: 100 };
		const listed = (await t.as("administrator").call("listAllRunners", params)).is(200);
		t.holds("nothing should be created", !listed.pluck("description").includes(description), listed);
	}),
];

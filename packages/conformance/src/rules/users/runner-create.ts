import type { Params } from "../../rule/address";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
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

const tagsOf = async (t: Trial, id: number): Promise<readonly string[]> => {
	const tags = (await detailOf(t, id)).field("tag_list");
	return Array.isArray(tags) ? tags.map(String).sort() : [];
};

export const runnerCreation: readonly Check[] = [
	...echoed.map(([claim, given, expected]) =>
		check(claim, async (t) => {
			for (const type of types) (await detailOf(t, (await runnerOf(t, type, given)).number("id"))).has(expected);
		}),
	),
	check("USER-657", async (t) => {
		const owner = t.as("owner");
		const id = t.scene("internal_project");
		const assign = async (locked: boolean) => {
			const runner_id = (await t.make.projectRunner({ locked })).number("id");
			t.undo("the assignment", () => owner.call("unassignProjectRunner", { id, runner_id }));
			return await owner.call("assignProjectRunner", { id, runner_id });
		};
		(await assign(false)).is(201);
		(await assign(true)).is(400, 403, 404);
	}),
	check("USER-658", async (t) => {
		const id = (await t.make.runner({ tag_list: "ruby,mysql" })).number("id");
		t.same("the tags", await tagsOf(t, id), ["mysql", "ruby"]);
	}),
	check("USER-659", async (t) => {
		const id = (await t.make.runner({ tag_list: " ruby , mysql,ruby" })).number("id");
		t.same("the tags", await tagsOf(t, id), ["mysql", "ruby"]);
	}),
	check("USER-660", async (t) => {
		const id = (await t.make.projectRunner({ description: undefined })).number("id");
		(await detailOf(t, id)).has({
			paused: false,
			locked: false,
			run_untagged: true,
			access_level: "not_protected",
			maximum_timeout: null,
			tag_list: [],
		});
	}),
	check("USER-662", async (t) => {
		const made = await t.make.projectRunner();
		const [id, token] = [made.number("id"), made.string("token")];
		const project = t.scene("project");
		const owner = t.as("owner");
		const lists = [
			await owner.call("listRunners", { per_page: 100 }),
			await owner.call("listProjectRunners", { id: project, per_page: 100 }),
		];
		if (t.facts.offering !== "hosted")
			lists.push(await t.as("administrator").call("listAllRunners", { per_page: 100 }));
		(await owner.call("getRunner", { id })).is(200).lacks("token");
		for (const list of lists) {
			list.is(200).every("without a token", (runner) => !Object.hasOwn(runner, "token"));
			t.holds("the token should be nowhere in a list", !list.text.includes(token), list);
		}
	}),
	check("USER-663", async (t) => {
		const made = await t.make.instanceRunner();
		made.shows("token_expires_at");
		const expires = made.field("token_expires_at");
		if (expires === null) return;
		const isLater = typeof expires === "string" && Date.parse(expires) > Date.now();
		t.holds("token_expires_at should be null or a time to come", isLater, made);
		t.skip("the platform limits how long runners' tokens live: a check needs one that does not");
	}),
	check("USER-664", async (t) => {
		const made = await t.make.runner();
		const told = await t.anonymous.call("verifyRunner", { token: made.string("token"), system_id: "s_conformance" });
		told.is(200).has({ id: made.number("id") });
	}),
	check("USER-665", async (t) => {
		const tokens: string[] = [];
		for (const type of [...types, ...types]) tokens.push((await runnerOf(t, type)).string("token"));
		const [first = "", ...others] = tokens;
		// What all of them begin with, which is chance where there is no prefix.
		let length = 0;
		while (length < first.length && others.every((token) => token[length] === first[length])) length++;
		t.holds(`tokens should begin alike, and do so for ${length} characters`, length >= 4);
		t.same("the number of different tokens", new Set(tokens).size, tokens.length);
	}),
	check("USER-683", async (t) => {
		const { username } = t.user("owner");
		const detail = await detailOf(t, (await t.make.runner()).number("id"));
		if (!Object.hasOwn(detail.fields, "created_by")) t.skip("the runner's record carries no created_by");
		const [owner] = (await t.as("outsider").call("listUsers", { username })).is(200).items;
		detail.has({ created_by: owner });
	}),
	check("USER-684", async (t) => {
		for (const type of types) {
			const id = (await runnerOf(t, type)).number("id");
			const detail = (await detailOf(t, id)).has({ runner_type: type });
			if (type === "project_type") {
				const project = await t.make.projectId(t.scene("project"));
				const projects = detail.field("projects");
				const ids = Array.isArray(projects) ? projects.map((one) => Object(one).id) : [];
				t.same("the runner's projects", ids, [project], detail);
			}
			if (type !== "group_type") continue;
			const params = { id: t.scene("group"), type, per_page: 100 };
			const listed = (await t.as("owner").call("listGroupRunners", params)).is(200);
			t.holds("the group's runners should hold it", listed.ids.includes(id), listed);
		}
	}),
	check("USER-685", async (t) => {
		const id = (await t.make.instanceRunner({ group_id: 2_000_000_000 })).number("id");
		(await detailOf(t, id)).has({ runner_type: "instance_type" });
	}),
	check("USER-671", async (t) => {
		const description = t.unique("runner");
		const place = await placeOf(t, "group_type");
		const made = (await t.as("runner-creator").call("createUserRunner", { ...place, description })).is(201);
		const id = made.number("id");
		t.undo(`runner ${id}`, () => t.as("owner").call("deleteRunner", { id }));
		(await detailOf(t, id)).has({ description });
	}),
	check("USER-666", async (t) => {
		const description = t.unique("runner");
		for (const who of ["owner", "maintainer", "outsider"] as const) {
			const told = await t.as(who).call("createUserRunner", { runner_type: "instance_type", description });
			t.holds("another than an administrator should be refused", [401, 403, 404].includes(told.status), told);
		}
		const { caller } = await person(t);
		(await caller.call("createUserRunner", { runner_type: "instance_type", description })).refuses(403);
		await t.make.instanceRunner();
		if (t.facts.offering === "hosted") return;
		const params = { type: "instance_type", per_page: 100 };
		const listed = (await t.as("administrator").call("listAllRunners", params)).is(200);
		t.holds("nothing should be created", !listed.pluck("description").includes(description), listed);
	}),
];

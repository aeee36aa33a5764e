import type { Fields } from "../../rule/answer";
import type { Trial } from "../../rule/context";
import { type Check, check } from "../../rule/rule";
import { all, create, get, ids, keeps, list, type Status, statuses } from "./lab";

/** A value that a parameter does not take. */
const refused = (claim: string, query: { readonly [name: string]: string }, error: string): Check =>
	check(claim, async (t) => {
		(await list(t, query)).refuses(400, { error });
	});

const unfinished: readonly unknown[] = [
	"created",
	"pending",
	"running",
	"preparing",
	"waiting_for_resource",
	"scheduled",
];
const finished: readonly unknown[] = ["success", "failed", "canceled"];

/** The newest pipelines of each branch, or of each tag, and one on a tag beside. */
async function scoped(t: Trial, scope: "branches" | "tags") {
	const onTag = (await create(t, { ref: t.scene("tag_name") })).is(201).number("id");
	const onBranch = (await create(t)).is(201).number("id");
	const listed = await all(t, { scope });
	return { listed, wanted: scope === "tags" ? onTag : onBranch, unwanted: scope === "tags" ? onBranch : onTag };
}

/** Pipelines of branches alone, or of tags. */
const ofKind = (claim: string, scope: "branches" | "tags"): Check =>
	check(
		claim,
		async (t) => {
			const { listed, wanted, unwanted } = await scoped(t, scope);
			t.holds(`the new pipeline should be listed with scope=${scope}`, ids(listed).includes(wanted));
			t.holds(`one of the other kind should not be listed with scope=${scope}`, !ids(listed).includes(unwanted));
			for (const { id } of listed.slice(0, 10)) (await get(t, id)).has({ tag: scope === "tags" });
		},
		{ effect: "writes" },
	);

/** One for each of them: the newest. */
const newestOfEach = (claim: string, scope: "branches" | "tags"): Check =>
	check(
		claim,
		async (t) => {
			const { listed } = await scoped(t, scope);
			const refs = listed.map(({ ref }) => ref);
			t.same(`the refs with scope=${scope}`, refs, [...new Set(refs)]);
			for (const { id, ref } of listed.slice(0, 10)) {
				const newer = (await all(t, { ref })).filter((one) => Number(one.id) > Number(id));
				for (const one of newer) (await get(t, one.id)).has({ tag: scope !== "tags" });
			}
		},
		{ effect: "writes" },
	);

const sources = [
	"push",
	"web",
	"trigger",
	"schedule",
	"api",
	"external",
	"pipeline",
	"chat",
	"webide",
	"merge_request_event",
	"external_pull_request_event",
	"parent_pipeline",
];

/** The pipeline in full, for what the list does not show. */
async function inFull(t: Trial, listed: readonly Fields[]): Promise<Fields[]> {
	const full: Fields[] = [];
	for (const { id } of listed) full.push((await get(t, id)).fields);
	return full;
}

/** Pipelines that were started by other pipelines; skips where there is none. */
async function children(t: Trial): Promise<readonly Fields[]> {
	const listed = (await list(t, { source: "parent_pipeline" })).is(200).items;
	return listed.length > 0 ? listed : t.skip("the project has no child pipeline");
}

/** Filters of the list of pipelines. */
export const pipelineFilters: readonly Check[] = [
	...(["running", "pending"] as const).map((scope, index) =>
		check(["PIPE-069", "PIPE-070"][index] ?? "", (t) => keeps(t, { scope }, ({ status }) => status === scope)),
	),
	check("PIPE-071", async (t) => {
		const listed = await all(t, { scope: "finished" });
		t.holds("there should be finished pipelines", listed.length > 0);
		if (!(await all(t)).some(({ status }) => unfinished.includes(status))) t.skip("all pipelines are finished");
		t.same(
			"the unfinished ones among them",
			listed.filter(({ status }) => unfinished.includes(status)),
			[],
		);
	}),
	check("PIPE-072", (t) => keeps(t, { scope: "finished" }, ({ status }) => finished.includes(status))),
	ofKind("PIPE-073", "branches"),
	newestOfEach("PIPE-074", "branches"),
	ofKind("PIPE-075", "tags"),
	newestOfEach("PIPE-076", "tags"),
	refused("PIPE-077", { scope: "some" }, "scope does not have a valid value"),
	check("PIPE-078", async (t) => {
		const everything = await all(t);
		const having = (status: Status) => ids(everything.filter((one) => one.status === status));
		for (const status of statuses)
			t.same(`the pipelines of status=${status}`, ids(await all(t, { status })), having(status));
		t.holds("there should be pipelines in two statuses", new Set(everything.map(({ status }) => status)).size > 1);
	}),
	refused("PIPE-079", { status: "sideways" }, "status does not have a valid value"),
	check("PIPE-080", async (t) => {
		const wanted = t.scene("ref");
		await keeps(t, { ref: wanted }, ({ ref }) => ref === wanted);
		const none = await list(t, { ref: t.unique("ref") });
		t.same("the pipelines of a ref that has none", none.is(200).json, [], none);
	}),
	check("PIPE-081", async (t) => {
		const ref = t.scene("ref");
		const refs = (await all(t)).map((one) => one.ref);
		t.holds("the ref should have pipelines", refs.includes(ref));
		for (const other of [ref.slice(0, -1), ref.toUpperCase()]) {
			if (refs.includes(other)) continue;
			const told = await list(t, { ref: other });
			t.same(`the pipelines of ref=${other}`, told.is(200).json, [], told);
		}
	}),
	check("PIPE-082", async (t) => {
		const wanted = (await all(t))[0]?.sha;
		await keeps(t, { sha: wanted }, ({ sha }) => sha === wanted);
		const none = await list(t, { sha: "f".repeat(40) });
		t.same("the pipelines of an unknown commit", none.is(200).json, [], none);
	}),
	check("PIPE-083", async (t) => {
		const sha = String((await all(t))[0]?.sha ?? t.skip("the project has no pipeline"));
		const told = await list(t, { sha: sha.slice(0, 8) });
		t.same("the pipelines of an abbreviated commit", told.is(200).json, [], told);
	}),
	...["PIPE-084", "PIPE-085"].map((claim) =>
		check(
			claim,
			async (t) => {
				const pipeline_id = (await t.make.pipeline()).number("id");
				await t.make.pipeline();
				const name = t.unique("Nightly build");
				const id = t.scene("project");
				(await t.as("maintainer").call("updatePipelineMetadata", { id, pipeline_id, name })).is(200);
				const listed = await list(t, { name });
				t.same("the pipelines of that name", listed.is(200).ids, [pipeline_id], listed);
				if (claim === "PIPE-084") return;
				for (const other of [name.slice(0, -1), name.slice(1), "null"]) {
					const told = (await list(t, { name: other })).is(200);
					t.same(
						`those of name=${other} with another name`,
						told.items.filter((one) => one.name !== other),
						[],
						told,
					);
				}
			},
			{ effect: "writes" },
		),
	),
	check(
		"PIPE-086",
		async (t) => {
			const { username } = t.user("maintainer");
			const own = (await t.make.pipeline()).number("id");
			const other = (await create(t, {}, t.as("owner"))).is(201).number("id");
			const listed = (await list(t, { username, per_page: 5 })).is(200);
			t.holds("the user's new pipeline should be listed", listed.ids.includes(own), listed);
			for (const { user } of await inFull(t, listed.items)) t.same("the user", Object(user).username, username);
			const everything = await all(t, { username });
			t.holds("another's should not be listed", !ids(everything).includes(other));
		},
		{ effect: "writes" },
	),
	check("PIPE-087", async (t) => {
		const told = await list(t, { username: t.unique("nobody") });
		t.same("the pipelines of nobody", told.is(200).json, [], told);
	}),
	check("PIPE-088", async (t) => {
		const broken = await all(t, { yaml_errors: true });
		if (broken.length === 0) t.skip("the project has no pipeline with an invalid configuration");
		for (const { yaml_errors } of await inFull(t, broken.slice(0, 10)))
			t.holds("yaml_errors should not be null", yaml_errors !== null);
		t.holds("not all pipelines should be listed", broken.length < (await all(t)).length);
	}),
	check("PIPE-089", async (t) => {
		const broken = ids(await all(t, { yaml_errors: true }));
		const fine = (await all(t)).filter(({ id }) => !broken.includes(id));
		t.same("the pipelines without errors", ids(await all(t, { yaml_errors: false })), ids(fine));
		for (const { yaml_errors } of await inFull(t, fine.slice(0, 3))) t.same("yaml_errors", yaml_errors, null);
		(await list(t, { yaml_errors: "maybe" })).refuses(400, { error: "yaml_errors is invalid" });
	}),
	check("PIPE-090", async (t) => {
		const hidden = ids(await children(t));
		const everything = await all(t);
		t.same(
			"the child pipelines in the list",
			everything.filter(({ id }) => hidden.includes(id)),
			[],
		);
		t.same(
			"their source in the list",
			everything.filter(({ source }) => source === "parent_pipeline"),
			[],
		);
	}),
	check("PIPE-091", async (t) => {
		for (const { source } of await children(t)) t.same("the source", source, "parent_pipeline");
	}),
	check("PIPE-092", (t) => keeps(t, { source: "web" }, ({ source }) => source === "web")),
	refused("PIPE-093", { source: "carrier_pigeon" }, "source does not have a valid value"),
	check("PIPE-094", async (t) => {
		for (const source of sources) {
			const told = (await list(t, { source })).is(200);
			t.same(
				`others with source=${source}`,
				told.items.filter((one) => one.source !== source),
				[],
				told,
			);
		}
	}),
	check("PIPE-102", async (t) => {
		const ref = t.scene("ref");
		await keeps(t, { status: "success", ref }, (one) => one.status === "success" && one.ref === ref);
	}),
];

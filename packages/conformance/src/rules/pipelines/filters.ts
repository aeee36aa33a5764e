import type { Fields } from "../../rule/answer";
import { byClaim } from "../../rule/by-claim";
import type { Context } from "../../rule/context";
import { assumed, type Rule, rule } from "../../rule/rule";
import { all, create, get, ids, keeps, list, type Status, statuses } from "./lab";

/** A value that a parameter does not take. */
const refused = (claim: string, query: { readonly [name: string]: string }, error: string): Rule =>
	byClaim(claim, async (t) => {
		(await list(t, query)).refuses(400, { error });
	});

const unfinished: readonly unknown[] = ["created", "pending", "running", "preparing", "waiting_for_resource", "scheduled"];
const finished: readonly unknown[] = ["success", "failed", "canceled"];

/** The newest pipelines of each branch, or of each tag, and one on a tag beside. */
async function scoped(t: Context, scope: "branches" | "tags") {
	const onTag = (await create(t, { ref: t.scene("tag_name") })).is(201).number("id");
	const onBranch = (await create(t)).is(201).number("id");
	const listed = await all(t, { scope });
	return { listed, wanted: scope === "tags" ? onTag : onBranch, unwanted: scope === "tags" ? onBranch : onTag };
}

/** Pipelines of branches alone, or of tags. */
const ofKind = (claim: string, scope: "branches" | "tags"): Rule =>
	byClaim(
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
const newestOfEach = (claim: string, scope: "branches" | "tags"): Rule =>
	byClaim(
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
async function inFull(t: Context, listed: readonly Fields[]): Promise<Fields[]> {
	const full: Fields[] = [];
	for (const { id } of listed) full.push((await get(t, id)).fields);
	return full;
}

/** Pipelines that were started by other pipelines; skips where there is none. */
async function children(t: Context): Promise<readonly Fields[]> {
	const listed = (await list(t, { source: "parent_pipeline" })).is(200).items;
	return listed.length > 0 ? listed : t.skip("the project has no child pipeline");
}

/** Filters of the list of pipelines. */
export const pipelineFilters: readonly Rule[] = [
	...(["running", "pending"] as const).map((scope, index) =>
		byClaim(["PIPE-069", "PIPE-070"][index] ?? "", (t) => keeps(t, { scope }, ({ status }) => status === scope)),
	),
	rule(
		"PIPE-071",
		"scope=finished returns finished pipelines only: none with status created, pending, running, preparing, waiting_for_resource or scheduled.",
		"listPipelines",
		async (t) => {
			const listed = await all(t, { scope: "finished" });
			t.holds("there should be finished pipelines", listed.length > 0);
			if (!(await all(t)).some(({ status }) => unfinished.includes(status))) t.skip("all pipelines are finished");
			t.same(
				"the unfinished ones among them",
				listed.filter(({ status }) => unfinished.includes(status)),
				[],
			);
		},
	),
	assumed(
		"PIPE-072",
		"scope=finished returns exactly the pipelines with status success, failed or canceled (skipped and manual ones are left out).",
		"listPipelines",
		(t) => keeps(t, { scope: "finished" }, ({ status }) => finished.includes(status)),
	),
	ofKind("PIPE-073", "branches"),
	newestOfEach("PIPE-074", "branches"),
	ofKind("PIPE-075", "tags"),
	newestOfEach("PIPE-076", "tags"),
	refused("PIPE-077", { scope: "some" }, "scope does not have a valid value"),
	rule("PIPE-078", "status=<one of the 11 values> returns only pipelines in that status (each value works).", "listPipelines", async (t) => {
		const everything = await all(t);
		const having = (status: Status) => ids(everything.filter((one) => one.status === status));
		for (const status of statuses) t.same(`the pipelines of status=${status}`, ids(await all(t, { status })), having(status));
		t.holds("there should be pipelines in two statuses", new Set(everything.map(({ status }) => status)).size > 1);
	}),
	refused("PIPE-079", { status: "sideways" }, "status does not have a valid value"),
	rule("PIPE-080", "ref=main returns only pipelines whose ref is main; a ref with no pipelines gives 200 [].", "listPipelines", async (t) => {
		const wanted = t.scene("ref");
		await keeps(t, { ref: wanted }, ({ ref }) => ref === wanted);
		const none = await list(t, { ref: t.unique("ref") });
		t.same("the pipelines of a ref that has none", none.is(200).json, [], none);
	}),
	assumed("PIPE-081", "ref is matched as the whole value, case-sensitively: ref=mai gives [] when only main exists.", "listPipelines", async (t) => {
		const ref = t.scene("ref");
		const refs = (await all(t)).map((one) => one.ref);
		t.holds("the ref should have pipelines", refs.includes(ref));
		for (const other of [ref.slice(0, -1), ref.toUpperCase()]) {
			if (refs.includes(other)) continue;
			const response = await list(t, { ref: other });
			t.same(`the pipelines of ref=${other}`, response.is(200).json, [], response);
		}
	}),
	rule("PIPE-082", "sha=<commit> returns only pipelines of that commit; an unknown sha gives 200 [].", "listPipelines", async (t) => {
		const wanted = (await all(t))[0]?.sha;
		await keeps(t, { sha: wanted }, ({ sha }) => sha === wanted);
		const none = await list(t, { sha: "f".repeat(40) });
		t.same("the pipelines of an unknown commit", none.is(200).json, [], none);
	}),
	assumed("PIPE-083", "sha is matched as the whole value: an abbreviated sha gives [].", "listPipelines", async (t) => {
		const sha = String((await all(t))[0]?.sha ?? t.skip("the project has no pipeline"));
		const response = await list(t, { sha: sha.slice(0, 8) });
		t.same("the pipelines of an abbreviated commit", response.is(200).json, [], response);
	}),
	...["PIPE-084", "PIPE-085"].map((claim) =>
		byClaim(
			claim,
			async (t) => {
				const pipeline_id = (await t.given.pipeline()).number("id");
				await t.given.pipeline();
				const name = t.unique("Nightly build");
				const id = t.scene("project");
				(await t.as("maintainer").call("updatePipelineMetadata", { id, pipeline_id, name })).is(200);
				const listed = await list(t, { name });
				t.same("the pipelines of that name", listed.is(200).ids, [pipeline_id], listed);
				if (claim === "PIPE-084") return;
				for (const other of [name.slice(0, -1), name.slice(1), "null"]) {
					const response = (await list(t, { name: other })).is(200);
					t.same(
						`those of name=${other} with another name`,
						response.items.filter((one) => one.name !== other),
						[],
						response,
					);
				}
			},
			{ effect: "writes" },
		),
	),
	rule(
		"PIPE-086",
		"username=X returns only pipelines triggered by user X.",
		"listPipelines",
		async (t) => {
			const { username } = t.user("maintainer");
			const own = (await t.given.pipeline()).number("id");
			const other = (await create(t, {}, t.as("owner"))).is(201).number("id");
			const listed = (await list(t, { username, per_page: 5 })).is(200);
			t.holds("the user's new pipeline should be listed", listed.ids.includes(own), listed);
			for (const { user } of await inFull(t, listed.items)) t.same("the user", Object(user).username, username);
			const everything = await all(t, { username });
			t.holds("another's should not be listed", !ids(everything).includes(other));
		},
		{ effect: "writes" },
	),
	assumed("PIPE-087", "An unknown username gives 200 [].", "listPipelines", async (t) => {
		const response = await list(t, { username: t.unique("nobody") });
		t.same("the pipelines of nobody", response.is(200).json, [], response);
	}),
	rule(
		"PIPE-088",
		"yaml_errors=true returns only pipelines with an invalid configuration (yaml_errors not null in the full record).",
		"listPipelines",
		async (t) => {
			const broken = await all(t, { yaml_errors: true });
			if (broken.length === 0) t.skip("the project has no pipeline with an invalid configuration");
			for (const { yaml_errors } of await inFull(t, broken.slice(0, 10))) t.holds("yaml_errors should not be null", yaml_errors !== null);
			t.holds("not all pipelines should be listed", broken.length < (await all(t)).length);
		},
	),
	assumed(
		"PIPE-089",
		'yaml_errors=false returns only pipelines without configuration errors; a non-boolean answers 400 {"error":"yaml_errors is invalid"}.',
		"listPipelines",
		async (t) => {
			const broken = ids(await all(t, { yaml_errors: true }));
			const fine = (await all(t)).filter(({ id }) => !broken.includes(id));
			t.same("the pipelines without errors", ids(await all(t, { yaml_errors: false })), ids(fine));
			for (const { yaml_errors } of await inFull(t, fine.slice(0, 3))) t.same("yaml_errors", yaml_errors, null);
			(await list(t, { yaml_errors: "maybe" })).refuses(400, { error: "yaml_errors is invalid" });
		},
	),
	rule("PIPE-090", "Child pipelines are left out when source is not given.", "listPipelines", async (t) => {
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
	rule("PIPE-091", "source=parent_pipeline returns child pipelines (items have source parent_pipeline).", "listPipelines", async (t) => {
		for (const { source } of await children(t)) t.same("the source", source, "parent_pipeline");
	}),
	rule("PIPE-092", "source=web returns only pipelines with source web, and no child pipelines.", "listPipelines", (t) =>
		keeps(t, { source: "web" }, ({ source }) => source === "web"),
	),
	refused("PIPE-093", { source: "carrier_pigeon" }, "source does not have a valid value"),
	assumed(
		"PIPE-094",
		"Known sources accepted by the filter include push, web, trigger, schedule, api, external, pipeline, chat, webide, merge_request_event, external_pull_request_event, parent_pipeline.",
		"listPipelines",
		async (t) => {
			for (const source of sources) {
				const response = (await list(t, { source })).is(200);
				t.same(
					`others with source=${source}`,
					response.items.filter((one) => one.source !== source),
					[],
					response,
				);
			}
		},
	),
	assumed("PIPE-102", "Several filters combine with AND (status=success&ref=main returns only pipelines meeting both).", "listPipelines", async (t) => {
		const ref = t.scene("ref");
		await keeps(t, { status: "success", ref }, (one) => one.status === "success" && one.ref === ref);
	}),
];

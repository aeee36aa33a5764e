import type { MergeRequest, Project } from "@tenon/mock";
import { beforeEach, describe, expect, test } from "vitest";
import { type GraphqlWorld, graphqlWorld } from "../support/graphql";

const noPermission =
	"The resource that you are attempting to access does not exist or you don't have permission to perform this action";

let there: GraphqlWorld;
let lab: Project;
beforeEach(() => {
	there = graphqlWorld();
	lab = there.make.project("acme/lab");
});

const hour = (number: number): string => new Date(Date.UTC(2026, 0, 1, number)).toISOString();
const merge = (given: Partial<MergeRequest> = {}): MergeRequest => there.make.mergeRequest(lab, given);
const gid = ({ id }: { id: number }): string => `gid://service/MergeRequest/${id}`;

async function titles(who: string | null, args = ""): Promise<string> {
	const { data, errors } = await there.gql(
		who,
		`{ project(fullPath: "acme/lab") { mergeRequests${args && `(${args})`} { count nodes { title } } } }`,
	);
	expect(errors).toBeUndefined();
	const { nodes, count } = data.project.mergeRequests;
	expect(count).toBe(nodes.length);
	return nodes.map((one: { title: string }) => one.title).join(" ");
}

describe("a record", () => {
	test("GQL-199 every field", async () => {
		const made = merge({
			title: "Faster",
			state: "merged",
			source_branch: "develop",
			discussion_locked: true,
			created_at: hour(1),
			updated_at: hour(2),
			merged_at: hour(3),
		});
		const head = there.make.pipeline(lab, { ref: "develop", sha: made.diff_head_sha, status: "success" });
		there.make.pipeline(lab, { ref: "develop" });
		const { data, errors } = await there.gql(
			null,
			`{ mergeRequest(id: "${gid(made)}") {
				id iid title state sourceBranch targetBranch diffHeadSha discussionLocked createdAt updatedAt mergedAt webUrl
				project { fullPath } notes(first: 1) { count nodes { body } } pipelines(first: 1) { count nodes { sha } } headPipeline { id status }
			} }`,
		);
		expect(errors).toBeUndefined();
		expect(data.mergeRequest).toEqual({
			id: gid(made),
			iid: "1",
			title: "Faster",
			state: "merged",
			sourceBranch: "develop",
			targetBranch: "main",
			diffHeadSha: made.diff_head_sha,
			discussionLocked: true,
			createdAt: "2026-01-01T01:00:00Z",
			updatedAt: "2026-01-01T02:00:00Z",
			mergedAt: "2026-01-01T03:00:00Z",
			webUrl: "http://tenon.test/acme/lab/-/merge_requests/1",
			project: { fullPath: "acme/lab" },
			notes: { count: 0, nodes: [] },
			pipelines: { count: 2, nodes: [{ sha: lab.branches.develop }] },
			headPipeline: { id: `gid://service/Ci::Pipeline/${head.id}`, status: "SUCCESS" },
		});
	});

	test("pipelines of the source branch, the newest first, filtered", async () => {
		const made = merge({ source_branch: "develop" });
		const { diff_head_sha: sha } = made;
		const first = there.make.pipeline(lab, { ref: "develop", status: "failed", sha });
		const second = there.make.pipeline(lab, { ref: "develop", status: "running", source: "web" });
		there.make.pipeline(lab, { ref: "main" });
		there.make.pipeline(lab, { ref: "main", sha });
		there.make.pipeline(lab, { ref: "develop", source: "parent_pipeline", parent_id: first.id });
		const ids = async (args = "", who: string | null = null) => {
			const { data } = await there.gql(
				who,
				`{ mergeRequest(id: "${gid(made)}") { pipelines${args && `(${args})`} { nodes { id } } headPipeline { id } } }`,
			);
			return data.mergeRequest.pipelines?.nodes.map((one: { id: string }) => Number(one.id.split("/").at(-1)));
		};
		expect(await ids()).toEqual([second.id, first.id]);
		expect(await ids("status: FAILED")).toEqual([first.id]);
		expect(await ids("scope: RUNNING")).toEqual([second.id]);
		expect(await ids('source: "web"')).toEqual([second.id]);
		expect(await ids(`sha: "${sha}"`)).toEqual([first.id]);
		expect(await ids('ref: "main"')).toEqual([]);
		there.platform.state.projects.update(lab.id, { public_jobs: false });
		expect(await ids()).toBeUndefined();
		expect(await ids("", "reporter")).toEqual([second.id, first.id]);
	});

	test("headPipeline is the newest of the newest commit on the source branch, or null", async () => {
		const made = merge();
		const at = { ref: made.source_branch, sha: made.diff_head_sha };
		const head = async () =>
			(await there.gql(null, `{ mergeRequest(id: "${gid(made)}") { headPipeline { id } } }`)).data.mergeRequest
				.headPipeline;
		there.make.pipeline(lab, { ...at, ref: "main" });
		there.make.pipeline(lab, { ...at, sha: "1".repeat(40) });
		expect(await head()).toBeNull();
		there.make.pipeline(lab, at);
		const newest = there.make.pipeline(lab, at);
		there.make.pipeline(lab, { ...at, source: "parent_pipeline" });
		expect(await head()).toEqual({ id: `gid://service/Ci::Pipeline/${newest.id}` });
	});
});

test("every merge request of the demo, with all that it shows", async () => {
	const { data, errors } = await there.gql(
		"developer",
		`{ project(fullPath: "acme/web") { mergeRequests { count nodes {
			id iid title state sourceBranch targetBranch diffHeadSha discussionLocked createdAt updatedAt mergedAt webUrl
			project { fullPath } notes(first: 1) { count } pipelines(first: 1) { count } headPipeline { id }
		} } } }`,
	);
	expect(errors).toBeUndefined();
	expect(data.project.mergeRequests.count).toBe(3);
});

describe("finding one", () => {
	test("GQL-074 by full path and IID, and by Global ID", async () => {
		const made = merge();
		const { data } = await there.gql(
			null,
			`{ project(fullPath: "acme/lab") { mergeRequest(iid: "1") { id } none: mergeRequest(iid: "77") { id } odd: mergeRequest(iid: "01") { id } }
				mergeRequest(id: "${gid(made)}") { iid } }`,
		);
		expect(data).toEqual({
			project: { mergeRequest: { id: gid(made) }, none: null, odd: null },
			mergeRequest: { iid: "1" },
		});
	});

	test("shows to those who may read the code", async () => {
		const found = async (who: string | null, made: MergeRequest, path: string) => {
			const { data, errors } = await there.gql(
				who,
				`{ mergeRequest(id: "${gid(made)}") { iid } project(fullPath: "${path}") { mergeRequest(iid: "1") { iid } mergeRequests { count } } }`,
			);
			expect(errors).toBeUndefined();
			return [data.mergeRequest?.iid, data.project?.mergeRequest?.iid, data.project?.mergeRequests?.count];
		};
		const nothing = [undefined, undefined, undefined];
		const all = ["1", "1", 1];
		const hidden = there.make.project("acme/hidden", { visibility: "private" });
		const inside = there.make.mergeRequest(hidden);
		for (const who of [null, "outsider", "guest"]) expect(await found(who, inside, "acme/hidden")).toEqual(nothing);
		for (const who of ["reporter", "auditor"]) expect(await found(who, inside, "acme/hidden")).toEqual(all);
		const made = merge();
		expect(await found(null, made, "acme/lab")).toEqual(all);
		there.platform.state.projects.update(lab.id, { merge_requests_access_level: "private" });
		expect(await found("outsider", made, "acme/lab")).toEqual(nothing);
		expect(await found("guest", made, "acme/lab")).toEqual(all);
		there.platform.state.projects.update(lab.id, { merge_requests_access_level: "disabled" });
		expect(await found("owner", made, "acme/lab")).toEqual(nothing);
	});
});

describe("a list", () => {
	beforeEach(() => {
		merge({ title: "b", created_at: hour(1), updated_at: hour(9), state: "merged", merged_at: hour(9) });
		merge({ title: "A", created_at: hour(2), updated_at: hour(8), state: "closed", closed_at: hour(8) });
		merge({ title: "c", created_at: hour(3), updated_at: hour(7), state: "merged", merged_at: hour(7) });
		merge({ title: "D", created_at: hour(4), updated_at: hour(10), state: "closed", closed_at: hour(5) });
		merge({ title: "e", created_at: hour(5), updated_at: hour(5), author_id: there.make.userId("guest") });
	});

	test.each([
		["CREATED_ASC", "b A c D e"],
		["CREATED_DESC", "e D c A b"],
		["UPDATED_ASC", "e c A b D"],
		["UPDATED_DESC", "D b A c e"],
		["MERGED_AT_ASC", "c b A D e"],
		["MERGED_AT_DESC", "b c e D A"],
		["CLOSED_AT_ASC", "D A b c e"],
		["CLOSED_AT_DESC", "A D e c b"],
		["TITLE_ASC", "A b c D e"],
		["TITLE_DESC", "e D c b A"],
	])("sort %s", async (sort, expected) => {
		expect(await titles(null, `sort: ${sort}`)).toBe(expected);
	});

	test.each([
		["", "e D c A b"],
		['iids: ["2", "5", "x"]', "e A"],
		["state: opened", "e"],
		["state: closed", "D A"],
		["state: merged", "c b"],
		["state: locked", ""],
		["state: all", "e D c A b"],
		['sourceBranches: ["feature-1", "feature-3"]', "c b"],
		['targetBranches: ["main"]', "e D c A b"],
		['targetBranches: ["develop"]', ""],
		['authorUsername: "GUEST"', "e"],
		['authorUsername: "nobody"', ""],
		['mergedAfter: "2026-01-01T07:00:00Z"', "c b"],
		['mergedAfter: "2026-01-01T07:00:01Z"', "b"],
		['mergedBefore: "2026-01-01T07:00:00Z"', "c"],
		["state: closed, sort: CREATED_ASC", "A D"],
	])("keeps %s", async (args, expected) => {
		expect(await titles(null, args)).toBe(expected);
	});
});

const lock = (iid: string, locked: boolean): string =>
	`mutation { mergeRequestSetLocked(input: { projectPath: "acme/lab", iid: "${iid}", locked: ${locked} }) {
		mergeRequest { id discussionLocked } errors clientMutationId } }`;

describe("mergeRequestSetLocked", () => {
	test("GQL-216..217 a locked discussion is for members", async () => {
		const made = merge();
		const notes = `/projects/${lab.id}/merge_requests/1/notes`;
		const post = async (who: string) => (await there.ask(who, "POST", notes, { json: { body: "I" } })).status;
		expect(await post("outsider")).toBe(201);
		const { data } = await there.gql("developer", lock("1", true));
		expect(data.mergeRequestSetLocked).toEqual({
			mergeRequest: { id: gid(made), discussionLocked: true },
			errors: [],
			clientMutationId: null,
		});
		expect([await post("outsider"), await post("guest")]).toEqual([403, 201]);
		await there.gql("developer", lock("1", true));
		expect((await there.gql("developer", lock("1", false))).data.mergeRequestSetLocked.errors).toEqual([]);
		expect(await post("outsider")).toBe(201);
		const { body } = await there.ask("developer", "GET", `${notes}?sort=asc`);
		const told = body.filter((note: { system: boolean }) => note.system);
		expect(told.map((note: { body: string }) => note.body)).toEqual([
			"locked the discussion in this merge request",
			"unlocked the discussion in this merge request",
		]);
	});

	test("AUTH-077..078, AUTH-086..087 is refused to those who may not, and where there is none", async () => {
		merge({ author_id: there.make.userId("guest") });
		const before = there.state();
		for (const [who, iid] of [
			[null, "1"],
			["developer-read", "1"],
			["guest", "1"],
			["outsider", "1"],
			["developer", "77"],
		] as const) {
			const { data, errors } = await there.gql(who, lock(iid, true));
			expect(data).toEqual({ mergeRequestSetLocked: null });
			expect(errors).toMatchObject([{ message: noPermission, path: ["mergeRequestSetLocked"] }]);
		}
		expect(there.state() === before).toBe(true);
	});
});

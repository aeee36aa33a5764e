import type { Answer } from "../../rule/answer";
import type { Context } from "../../rule/context";
import type { Rule } from "../../rule/rule";
import { kind } from "./kinds";
import { Notes } from "./notes";
import { onKind } from "./on-notes";
import { mergeRequestsOf } from "./places";

interface Merging {
	readonly notes: Notes;
	readonly sha: string;
	state(): Promise<unknown>;
}

async function of(t: Context, project: string, iid: unknown): Promise<Merging> {
	const find = async () => (await mergeRequestsOf(t, project)).find((one) => one.iid === String(iid));
	const sha = (await find())?.diffHeadSha;
	if (typeof sha !== "string") return t.skip(`the merge request ${iid} of ${project} does not tell its head commit`);
	const notes = new Notes(t, kind.mergeRequest, { id: project, merge_request_iid: Number(iid) });
	return { notes, sha, state: async () => (await find())?.state };
}

/** The scene's merge request, which must be open. */
async function open(t: Context): Promise<Merging> {
	const merging = await of(t, t.scene("project"), t.scene("merge_request_iid"));
	if ((await merging.state()) !== "opened") t.skip("the scene's merge request is not open");
	return merging;
}

/** One that may be merged for good: of another project, for the scene's stays open for other checks. */
async function expendable(t: Context): Promise<Merging> {
	for (const project of [t.scene("private_project"), t.scene("internal_project")]) {
		const rows = await mergeRequestsOf(t, project);
		const one = rows.find(({ state, title }) => state === "opened" && !/^draft:/i.test(String(title)));
		if (one) return await of(t, project, one.iid);
	}
	return t.skip("neither the private nor the internal project has an open merge request that is ready");
}

const merge = async ({ notes }: Merging, fields: object): Promise<Answer> => await notes.create(notes.t.as("maintainer"), { body: "/merge", ...fields });

const other = "0".repeat(40);

/** Merging by a note. */
export const noteMerges: readonly Rule[] = [
	onKind(
		"NOTE-218",
		kind.mergeRequest,
		async ({ t }) => {
			const merging = await expendable(t);
			const response = (await merge(merging, { merge_request_diff_head_sha: merging.sha })).ok;
			t.same("the merge request's state", await merging.state(), "merged", response);
		},
		{ effect: "destroys" },
	),
	onKind("NOTE-219", kind.mergeRequest, async ({ t }) => {
		const merging = await open(t);
		const response = await merge(merging, {});
		t.same("the merge request's state", await merging.state(), "opened", response);
	}),
	onKind("NOTE-220", kind.mergeRequest, async ({ t }) => {
		const merging = await open(t);
		const response = await merge(merging, { merge_request_diff_head_sha: other });
		t.same("the merge request's state", await merging.state(), "opened", response);
	}),
	onKind(
		"NOTE-221",
		kind.mergeRequest,
		async ({ t }) => {
			const merging = await expendable(t);
			const response = (await merge(merging, { merge_request_diff_head_sha: merging.sha })).is(202);
			const merged = { commands_changes: { merge: merging.sha }, summary: ["Merged this merge request."] };
			t.same("the answer", response.json, merged, response);
			const texts = (await merging.notes.all(t.as("owner"))).map(({ body }) => body);
			t.holds("no note should be stored", !texts.includes("/merge"), response);
		},
		{ effect: "destroys" },
	),
	onKind("NOTE-222", kind.mergeRequest, async ({ t }) => {
		const merging = await open(t);
		for (const sent of [{}, { merge_request_diff_head_sha: other }]) {
			const response = (await merging.notes.inVain(() => merge(merging, sent))).is(202);
			const { commands_changes, summary } = response.fields;
			t.same("commands_changes", commands_changes, {}, response);
			const isLine = Array.isArray(summary) && summary.length === 1 && /^[^\n]+$/.test(String(summary[0]));
			t.holds("the summary should be one line", isLine, response);
		}
	}),
	onKind("NOTE-223", kind.mergeRequest, async ({ t }) => {
		const merging = await open(t);
		for (const merge_request_diff_head_sha of [merging.sha, other]) {
			const made = await merging.notes.make({ body: "Please merge.", merge_request_diff_head_sha });
			made.has({ body: "Please merge." });
		}
		t.same("the merge request's state", await merging.state(), "opened");
	}),
];

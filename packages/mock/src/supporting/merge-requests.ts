import type { components } from "@tenon/contract/supporting";
import type { RecordOf } from "../extension/public";
import { authorOf, type Call, users, work } from "./work";

/** Returns a merge request in GitLab's format. It never has conflicts: the platform does not compare files. */
export function mergeRequest(row: RecordOf<"mergeRequests">, call: Call): components["schemas"]["MergeRequest"] {
	const draft = /^\s*(?:\[draft\]|draft:|\(draft\))/i.test(row.title);
	return {
		...work(row, "MergeRequest", authorOf(row, call), call),
		state: row.state,
		source_branch: row.source_branch,
		target_branch: row.target_branch,
		source_project_id: row.project_id,
		target_project_id: row.project_id,
		sha: row.diff_head_sha,
		reviewers: users(row.reviewer_ids, call),
		draft,
		merged_at: row.merged_at,
		merge_status: "can_be_merged",
		detailed_merge_status: row.state === "opened" ? (draft ? "draft_status" : "mergeable") : "not_open",
		has_conflicts: false,
		reference: `!${row.iid}`,
	};
}

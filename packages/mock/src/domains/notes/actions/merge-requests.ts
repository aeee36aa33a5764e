import { change, current, type Outcome, type Scene, system } from "./scene";

const isDraft = (title: string): boolean => /^draft:/i.test(title);

/** Merges the merge request, if the caller has seen its newest commit. */
export function merge(scene: Scene): Outcome {
	if (scene.target.kind !== "merge_request") return undefined;
	const record = scene.state.mergeRequests.get(scene.target.record.id) ?? scene.target.record;
	if (scene.headSha === undefined)
		return { refused: "The `/merge` quick action requires the SHA of the head of the branch." };
	if (scene.headSha !== record.diff_head_sha)
		return { refused: "Branch has been updated since the merge was requested." };
	if (!scene.rights.merge || record.state !== "opened" || isDraft(record.title)) return undefined;
	change(scene, { state: "merged", merged_at: scene.state.clock.iso() });
	return { changes: { merge: scene.headSha }, summary: "Merged this merge request." };
}

/** Marks a merge request as a draft or as ready. */
export function setDraft(scene: Scene, draft: boolean): Outcome {
	if (scene.target.kind !== "merge_request" || !scene.rights.update) return undefined;
	const { title } = current(scene);
	if (isDraft(title) === draft) return undefined;
	change(scene, { title: draft ? `Draft: ${title}` : title.replace(/^draft:\s*/i, "") });
	return {
		changes: { wip_event: draft ? "draft" : "ready" },
		summary: `Marked this merge request as ${draft ? "a draft" : "ready"}.`,
	};
}

/** Approves an open merge request, or revokes the caller's approval. */
export function approve(scene: Scene, approving: boolean): Outcome {
	const { target, rights, state, user } = scene;
	const record = target.kind === "merge_request" ? state.mergeRequests.get(target.record.id) : undefined;
	if (!record || !rights.merge || record.state !== "opened") return undefined;
	if (record.approved_by_ids.includes(user.id) === approving) return undefined;
	const others = record.approved_by_ids.filter((id) => id !== user.id);
	change(scene, { approved_by_ids: approving ? [...others, user.id] : others });
	system(scene, `${approving ? "approved" : "unapproved"} this merge request`);
	return { changes: {}, summary: `${approving ? "Approved" : "Unapproved"} the current merge request.` };
}

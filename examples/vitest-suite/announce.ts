import { isApiError, type Tenon } from "@tenon/client";

/** Where to announce something. */
export interface Target {
	readonly project: string;
	readonly issue: number;
}

/** Announces a release on an issue. A second call changes nothing. Returns what it did. */
export async function announce(tenon: Tenon, { project, issue }: Target, version: string): Promise<string> {
	const body = `Released as ${version}.`;
	const at = { id: project, issue_iid: issue };
	try {
		for await (const note of tenon.issueNotes.list(at)) if (note.body === body) return "already announced";
		await tenon.issueNotes.create({ ...at, body });
		return "announced";
	} catch (error) {
		if (isApiError(error) && error.status === 404) return `there is no issue ${issue} in ${project}`;
		throw error;
	}
}

/** Cancels the pipelines of a project that have been running for too long, and returns their ids. */
export async function cancelStuck(tenon: Tenon, project: string, hours: number, now: Date): Promise<number[]> {
	const before = new Date(now.getTime() - hours * 3_600_000);
	const canceled: number[] = [];
	// Collected first: a canceled pipeline leaves the list, and later pages would move up.
	const stuck = await tenon.pipelines.list({ id: project, scope: "running", updated_before: before }).all();
	for (const { id } of stuck) {
		const { status } = await tenon.pipelines.cancel({ id: project, pipeline_id: id });
		if (status === "canceled") canceled.push(id);
	}
	return canceled;
}

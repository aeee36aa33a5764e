/** The common parts of issues and merge requests. */
import type { components } from "@tenon/contract/supporting";
import type { ExtensionCall, RecordOf } from "../extension/public";

type Schemas = components["schemas"];
export type Call = Pick<ExtensionCall<object>, "state" | "present" | "base" | "actor">;
type Issue = RecordOf<"issues">;
type MergeRequest = RecordOf<"mergeRequests">;

/** The parameters of a list that issues and merge requests share. */
export interface ListParams {
	readonly search?: string;
	readonly author_username?: string;
	readonly order_by?: "created_at" | "updated_at" | "title";
	readonly sort?: "asc" | "desc";
}

/** Returns the order of a list. Default: newest first. */
export const orderOf = ({ order_by = "created_at", sort = "desc" }: ListParams) =>
	({ by: order_by, descending: sort === "desc" }) as const;

/** Returns a test for rows whose title or description contains the text, and that have the requested author. */
export function passing(
	{ search, author_username }: ListParams,
	{ state }: Call,
): (row: Issue | MergeRequest) => boolean {
	const text = search?.toLowerCase() ?? "";
	const author = author_username === undefined ? undefined : state.users.one("username", author_username.toLowerCase());
	return (row) =>
		(author_username === undefined || row.author_id === author?.id) &&
		[row.title, row.description ?? ""].some((one) => one.toLowerCase().includes(text));
}

/** Formats seconds as GitLab does: a day has eight hours, a week five days. */
export function humanTime(seconds: number): string | null {
	const units = [
		["w", 144_000],
		["d", 28_800],
		["h", 3_600],
		["m", 60],
		["s", 1],
	] as const;
	let left = Math.abs(seconds);
	const parts = units.flatMap(([unit, size]) => {
		const count = Math.floor(left / size);
		left -= count * size;
		return count > 0 ? [`${count}${unit}`] : [];
	});
	return parts.length === 0 ? null : `${seconds < 0 ? "-" : ""}${parts.join(" ")}`;
}

/** Returns users by their ids, as the caller can see them. */
export const users = (ids: readonly number[], { state, present }: Call): Schemas["UserBasic"][] =>
	ids.flatMap((id) => {
		const user = state.users.get(id);
		return user ? [present.user(user)] : [];
	});

/** Returns the fields that issues and merge requests share. */
export function work(
	row: Issue | MergeRequest,
	type: "Issue" | "MergeRequest",
	author: Schemas["UserBasic"],
	call: Call,
): Schemas["Work"] {
	const { state, base } = call;
	const mark = type === "Issue" ? "#" : "!";
	const page = type === "Issue" ? "issues" : "merge_requests";
	const path = state.projects.get(row.project_id)?.full_path ?? "";
	const assignees = users(row.assignee_ids, call);
	return {
		id: row.id,
		iid: row.iid,
		project_id: row.project_id,
		title: row.title,
		description: row.description,
		created_at: row.created_at,
		updated_at: row.updated_at,
		closed_at: row.closed_at,
		labels: [...row.label_names],
		milestone: row.milestone === null ? null : { title: row.milestone, state: "active" },
		author,
		assignees,
		assignee: assignees[0] ?? null,
		user_notes_count: state.notes.in("noteable", `${type}:${row.id}`).filter(({ system }) => !system).length,
		// The platform does not store reactions.
		upvotes: 0,
		downvotes: 0,
		discussion_locked: row.discussion_locked,
		web_url: `${base}/${path}/-/${page}/${row.iid}`,
		time_stats: {
			time_estimate: row.time_estimate,
			total_time_spent: row.time_spent,
			human_time_estimate: humanTime(row.time_estimate),
			human_total_time_spent: humanTime(row.time_spent),
		},
		references: { short: `${mark}${row.iid}`, relative: `${mark}${row.iid}`, full: `${path}${mark}${row.iid}` },
	};
}

/** Returns the author. It always exists, because a placeholder user replaces deleted authors. */
export function authorOf({ author_id }: Issue | MergeRequest, { state, present }: Call): Schemas["UserBasic"] {
	const author = state.users.get(author_id);
	if (!author) throw new Error(`There is no user ${author_id}.`);
	return present.user(author);
}

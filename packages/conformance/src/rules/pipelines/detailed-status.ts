import { byClaim } from "../../rule/by-claim";
import { assumed, type Rule } from "../../rule/rule";
import { get, list, oneOf, type Status } from "./lab";

/** How a status is told in detail. */
const details: readonly (readonly [string, Status, string, string, string, string])[] = [
	["PIPE-129", "created", "Created", "created", "status_created", "created"],
	["PIPE-130", "waiting_for_resource", "Waiting", "waiting for resource", "status_pending", "waiting-for-resource"],
	["PIPE-131", "preparing", "Preparing", "preparing", "status_preparing", "preparing"],
	["PIPE-132", "pending", "Pending", "pending", "status_pending", "pending"],
	["PIPE-133", "running", "Running", "running", "status_running", "running"],
	["PIPE-134", "success", "Passed", "passed", "status_success", "success"],
	["PIPE-135", "failed", "Failed", "failed", "status_failed", "failed"],
	["PIPE-136", "canceled", "Canceled", "canceled", "status_canceled", "canceled"],
	["PIPE-137", "skipped", "Skipped", "skipped", "status_skipped", "skipped"],
	["PIPE-138", "manual", "Blocked", "waiting for manual action", "status_manual", "manual"],
	["PIPE-139", "scheduled", "Delayed", "waiting for delayed job", "status_scheduled", "scheduled"],
];

/** What `detailed_status` says in each status. */
export const detailedStatuses: readonly Rule[] = [
	...details.map(([claim, status, text, label, icon, group]) =>
		byClaim(claim, async (t) => {
			const some = (await list(t, { status, per_page: 5 })).is(200).items;
			if (some.length === 0) t.skip(`the project has no pipeline in status ${status}`);
			for (const { id } of some) {
				const read = await get(t, id);
				const response = Object(read.field("detailed_status"));
				// Another claim's: passed although a job that may fail did.
				if (response.group === "success-with-warnings") continue;
				const { text: shown, label: named, icon: drawn, group: grouped } = response;
				t.same("detailed_status", [shown, named, drawn, grouped], [text, label, icon, group], read);
			}
		}),
	),
	assumed(
		"PIPE-141",
		"detailed_status.tooltip equals label (plain statuses), illustration is null, favicon a non-empty path, details_path is /<project path>/-/pipelines/<id>.",
		"getPipeline",
		async (t) => {
			for (const status of ["success", "failed", "running"] as const) {
				const read = await oneOf(t, status);
				const response = Object(read.field("detailed_status"));
				if (response.group === "success-with-warnings") continue;
				const { tooltip, label, illustration, details_path, favicon } = response;
				t.same("the tooltip and the illustration", [tooltip, illustration], [label, null], read);
				t.same("details_path", details_path, `/${t.scene("project")}/-/pipelines/${read.field("id")}`, read);
				t.holds("favicon should be a path", typeof favicon === "string" && favicon.length > 1, read);
			}
		},
	),
	assumed("PIPE-142", "detailed_status.has_details is true for a caller who may read the pipeline.", "getPipeline", async (t) => {
		const [one] = (await list(t, { per_page: 1 })).is(200).items;
		for (const who of ["guest", "reporter", "owner"] as const) {
			const read = await t.as(who).call("getPipeline", { id: t.scene("project"), pipeline_id: one?.id });
			if (read.status !== 200) continue;
			t.same(`has_details for ${who}`, Object(read.field("detailed_status")).has_details, true, read);
		}
	}),
];

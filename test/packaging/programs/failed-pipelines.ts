/** Prints the failed pipelines of a project, and the reason of a refusal. */
import { createClient, isApiError, type Page } from "@tenon/client";
import type { PipelineListItem } from "@tenon/contract";

const tenon = createClient();
try {
	const page: Page<PipelineListItem> = await tenon.pipelines.list({ id: "acme/web", status: "failed", per_page: 50 });
	for (const { id, ref, web_url } of page.items) console.log(id, ref, web_url);
	console.log(page.total ?? "many", page.nextCursor ?? "the last page");
} catch (error) {
	if (!isApiError(error)) throw error;
	console.error(error.status, error.reason, error.requestId);
}

import type { Coverage } from "../control/coverage";
import { exercised, mergeCoverage } from "../control/coverage";
import { formatCoverage } from "../control/format-coverage";
import { ok } from "../request/http/json-response";
import type { RawRequest, RawResponse } from "../request/http/raw";
import type { ControlCall } from "./call";
import type { ControlledWorlds } from "./controlled";
import { checkAllWorlds } from "./query";

/** Returns coverage as JSON, or as text if the caller accepts it. */
function coverageResponse({ headers }: RawRequest, coverage: Coverage): RawResponse {
	if (!/^text\/plain\b/i.test(headers.accept ?? "")) return ok(coverage);
	return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: formatCoverage(coverage) };
}

/** Returns how much of the contract the requests to one platform covered. */
export function platformCoverage({ platform, request, query }: ControlCall): RawResponse {
	checkAllWorlds(query);
	return coverageResponse(request, platform.coverage());
}

/** Returns the coverage of all worlds together since the start. Worlds that no request has used do not count. */
export function worldsCoverage(request: RawRequest, { open }: ControlledWorlds): RawResponse {
	const all = open.map((world) => exercised(world.coverage()));
	return coverageResponse(request, mergeCoverage(all, open[0]?.operations));
}

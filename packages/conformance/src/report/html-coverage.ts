import { type OperationId, operations } from "@tenon/contract";
import { actors } from "../rule/actors";
import type { Report } from "../run/result";

const isOperation = (name: string): name is OperationId => Object.hasOwn(operations, name);

const colourOf = (status: string): string =>
	status.startsWith("2") ? "pass" : status.startsWith("4") ? "warning" : status.startsWith("5") ? "fail" : "skipped";

const callers = [...Object.keys(actors), "anonymous"];

/** Returns a table of each operation with the statuses, parameters and callers that a run covered or left out. */
export function coverageTable(report: Report): string {
	const head = callers.map((name) => `<th class="turn"><span>${name}</span></th>`).join("");
	const most = Math.max(1, ...Object.values(report.coverage).flatMap((row) => Object.values(row.actors)));
	// Operations of an extension are in the table only if they were called.
	const ids = new Set([...Object.keys(operations), "executeGraphql", ...Object.keys(report.coverage)]);
	const rows = [...ids].map((id) => {
		const asked = report.coverage[id];
		const row = isOperation(id) ? operations[id] : undefined;
		const known = row
			? [...row.parameters.map(({ name }) => name), ...(row.body?.fields ?? []).map(({ name }) => name)]
			: [];
		const sent = known.filter((name) => asked?.parameters[name]);
		const missing = known.filter((name) => !asked?.parameters[name]);
		const declared = new Set([...(row?.statuses ?? []).map(String), ...Object.keys(asked?.statuses ?? {})]);
		const statuses = [...declared].sort().map((status) => {
			const count = asked?.statuses[status] ?? 0;
			return `<span class="status ${count ? colourOf(status) : "none"}" title="${count} responses">${status}</span>`;
		});
		const cells = callers.map((name) => {
			const count = asked?.actors[name] ?? 0;
			const shade = count === 0 ? 0 : 0.15 + 0.85 * (Math.log(1 + count) / Math.log(1 + most));
			return `<td class="heat" style="--shade:${shade.toFixed(2)}" title="${name}: ${count}"></td>`;
		});
		const share = known.length === 0 ? "–" : `${sent.length}/${known.length}`;
		const title = missing.length === 0 ? "" : ` title="not sent: ${missing.join(", ")}"`;
		return `<tr${asked ? "" : ' class="unasked"'}><td><code>${id}</code></td><td>${statuses.join("")}</td><td class="number"${title}>${share}</td>${cells.join("")}</tr>`;
	});
	return `<div class="scroll"><table class="coverage"><thead><tr><th>operation</th><th>statuses (grey: declared, not seen)</th><th>parameters</th>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table></div>`;
}

import { domains } from "../rule/rule";
import { conforms, type Report } from "../run/result";
import { type Finding, findingsOf } from "./finding";
import { chart, type Segment } from "./html-chart";
import { coverageTable } from "./html-coverage";
import { style } from "./html-style";
import { skipReasons, summarize, summaryBy } from "./summary";
import { escapeText } from "./xml";

const plural = (count: number, word: string): string =>
	`${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

function card(finding: Finding): string {
	const { id, title, severity, level, domain, reason, response, requests, sequence, contract, claims } = finding;
	const block = (name: string, text: string | undefined) =>
		text ? `<h4>${name}</h4><pre>${escapeText(text)}</pre>` : "";
	const lines = contract.map(({ operation, file, line }) => `<code>${file}:${line}</code> ${operation}`);
	return `<details class="finding ${severity}" data-text="${escapeText(`${id} ${title} ${domain} ${reason}`.toLowerCase())}">
<summary><span class="badge ${severity}">${severity}</span><code>${escapeText(id)}</code> <b>${escapeText(title)}</b>
<span class="meta">${domain} · ${level}</span><p>${escapeText(reason)}</p></summary>
${claims.length > 1 ? `<h4>Claims</h4><p>${claims.join(", ")}</p>` : ""}${lines.length > 0 ? `<h4>Contract</h4><p>${lines.join("<br>")}</p>` : ""}
${block(requests.length > 1 ? `Requests (${requests.length})` : "Request", requests.join("\n\n"))}${block("Response", response)}${block("Shortest sequence", sequence?.join("\n"))}
</details>`;
}

const segments = ["pass", "fail", "warning", "known", "skipped", "unreachable"] as const;

/** Returns one self-contained HTML page with charts, findings and coverage. */
export function htmlReport(report: Report, { strict = false } = {}): string {
	const counts = summarize(report.results);
	const findings = findingsOf(report);
	const good = conforms(report, { strict });
	const rows = summaryBy(report.results, ({ check }) => check.domain);
	const bars = [...domains, "platform"].flatMap((domain) => {
		const row = rows.get(domain);
		return row ? [{ name: domain, segments: segments.map((kind): Segment => ({ kind, value: row[kind] })) }] : [];
	});
	const phases = [...summaryBy(report.results, ({ check }) => check.phase)].map(([name, row]) => ({
		name,
		segments: segments.map((kind): Segment => ({ kind, value: row[kind] })),
	}));
	const proven = new Set(report.results.flatMap(({ check, verdict }) => (verdict === "skipped" ? [] : check.claims)));
	const claims = new Set(report.results.flatMap(({ check }) => check.claims));
	const { facts } = report;
	const tiles = [
		[String(counts.pass), "pass", "pass"],
		[String(counts.fail), "fail", "fail"],
		[String(counts.warning), "warnings", "warning"],
		[String(counts.skipped), "skipped", "skipped"],
		[`${proven.size} / ${claims.size}`, "claims checked", ""],
		[report.requests.toLocaleString("en"), "requests", ""],
	].map(([value, name, kind]) => `<div class="tile ${kind}"><b>${value}</b><span>${name}</span></div>`);
	const skips = skipReasons(report).map(
		([reason, count]) => `<tr><td class="number">${count}</td><td>${escapeText(reason)}</td></tr>`,
	);
	const list = (title: string, items: readonly string[]) =>
		items.length === 0
			? ""
			: `<h2>${title}</h2><ul>${items.map((item) => `<li>${escapeText(item)}</li>`).join("")}</ul>`;
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${escapeText(report.server)}</title><style>${style}</style></head><body>
<header class="${good ? "good" : "bad"}"><div>
<h1>${good ? "The server conforms to the contract" : "The server does not conform to the contract"}</h1>
<p><b>${escapeText(report.server)}</b> · release ${escapeText(facts.version ?? "unknown")} · tier ${facts.tier ?? "unknown"} · offering ${facts.offering ?? "unknown"}
· mode ${report.mode} · ${escapeText(report.startedAt)} · ${(report.milliseconds / 1000).toFixed(1)} s</p></div></header>
<main>
<section class="tiles">${tiles.join("")}</section>
<section class="two"><div><h2>By domain</h2>${chart(bars)}</div><div><h2>By phase</h2>${chart(phases)}</div></section>
<section><h2>${findings.length === 0 ? "No deviation" : plural(findings.length, "deviation")}</h2>
${findings.length > 0 ? `<input id="filter" type="search" placeholder="Filter by id, rule, domain or reason" aria-label="Filter">` : ""}
<div id="findings">${findings.map(card).join("\n")}</div></section>
<section><h2>Coverage</h2><p class="lead">Each operation with the statuses of its responses, its callers, and the parameters that were sent.</p>
${coverageTable(report)}</section>
${skips.length > 0 ? `<section><h2>Skipped</h2><table><tbody>${skips.join("")}</tbody></table></section>` : ""}
<section>${list("Left on the server", report.leftovers)}${list("Deviations file", report.staleDeviations)}</section>
</main>
<script>
const filter = document.getElementById("filter");
filter?.addEventListener("input", () => {
	for (const one of document.querySelectorAll(".finding")) one.hidden = !one.dataset.text.includes(filter.value.toLowerCase());
});
</script>
</body></html>
`;
}

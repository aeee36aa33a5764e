import { style } from "../src/report/html-style";
import { escapeText } from "../src/report/xml";
import { domains, type Rule } from "../src/rule/rule";

const ownStyle = `
main { max-width: 1280px; } table { width: 100%; table-layout: auto; } td { vertical-align: top; padding: .35rem .6rem; }
td code { font-size: .82rem; overflow-wrap: anywhere; } .MUST { background: var(--fail); } .SHOULD { background: var(--warning); } .ASSUMED { background: var(--skipped); }
.controls { position: sticky; top: 0; padding: .7rem 0; background: var(--paper); z-index: 1; } tr[hidden], section[hidden] { display: none; } .kills { color: var(--soft); font-size: .82rem; }
@media (max-width: 720px) { td:nth-child(4), th:nth-child(4) { display: none; } }`;

function row({ id, claims, title, level, operations }: Rule, kills: readonly string[]): string {
	const ids = claims.length > 0 ? claims.join(", ") : id;
	const subject = operations.length > 6 ? `${operations.length} operations` : operations.join(", ") || "all";
	const noticed =
		kills.length === 0
			? ""
			: `<div class="kills">notices: ${escapeText(kills.slice(0, 3).join("; "))}${kills.length > 3 ? ` and ${kills.length - 3} more` : ""}</div>`;
	return `<tr id="${escapeText(id)}"><td><span class="badge ${level}">${level}</span></td><td><code>${escapeText(ids)}</code></td><td>${escapeText(title)}${noticed}</td><td><code>${escapeText(subject)}</code></td></tr>`;
}

/** One self-contained page with every rule: what it says, how much it weighs, its operations, and broken servers that it notices. */
export function rulesPage(rules: readonly Rule[], kills: Readonly<Record<string, readonly string[]>>): string {
	const count = (level: string) => rules.filter((rule) => rule.level === level).length;
	const sections = [...domains, "platform" as const].map((domain) => {
		const ofDomain = rules.filter((rule) => rule.domain === domain);
		return `<section><h2 id="${domain}">${domain} <span class="kills">${ofDomain.length} rules</span></h2><table><thead><tr><th>Level</th><th>Id</th><th>Rule</th><th>Operations</th></tr></thead><tbody>
${ofDomain.map((rule) => row(rule, kills[rule.id] ?? [])).join("\n")}
</tbody></table></section>`;
	});
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>The rules of the platform</title><style>${style}${ownStyle}</style></head><body>
<header class="good"><div><h1>The rules of the platform</h1>
<p>${rules.length} rules of the GitLab-style API: ${count("MUST")} MUST, ${count("SHOULD")} SHOULD, ${count("ASSUMED")} ASSUMED. Generated from the rules that tenon-conformance runs.</p></div></header>
<main><div class="controls"><input id="filter" type="search" placeholder="Filter by id, words, operation or level" aria-label="Filter rules"></div>
${sections.join("\n")}
</main>
<script>
const filter = document.getElementById("filter");
filter.addEventListener("input", () => {
	const words = filter.value.toLowerCase().split(/\\s+/);
	for (const row of document.querySelectorAll("tbody tr")) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
	for (const section of document.querySelectorAll("section")) section.hidden = !section.querySelector("tbody tr:not([hidden])");
});
</script>
</body></html>
`;
}

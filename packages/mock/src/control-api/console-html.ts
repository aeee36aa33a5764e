/** The page at `/_mock/`: one file, without anything from elsewhere. Whatever comes from the mock is set as text. */
export const consoleHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tenon mock</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%230f766e' d='M1 4h9v3h5v2h-5v3H1z'/%3E%3C/svg%3E">
<style>
:root { color-scheme: light dark; --ink: #1c2430; --soft: #667085; --line: #e2e6ec; --paper: #f6f7f9; --card: #fff; --accent: #0f766e; --good: #15803d; --warn: #b45309; --bad: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #98a2b3; --line: #2b3340; --paper: #12161d; --card: #1a202a; --accent: #2dd4bf; --good: #4ade80; --warn: #fbbf24; --bad: #f87171; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 20px 60px; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 6px 16px; margin-bottom: 20px; }
h1 { font-size: 22px; margin: 0; letter-spacing: -.01em; } h1 span { color: var(--accent); }
h2 { font-size: 12px; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 0 0 10px; font-weight: 600; }
.grid { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px 18px; min-width: 0; }
section.wide { grid-column: 1 / -1; }
@media (min-width: 720px) { section.tall { grid-row: span 2; } }
code, pre, td.mono { font: 12.5px/1.55 ui-monospace, Menlo, Consolas, monospace; }
pre { margin: 0; padding: 10px 12px; border-radius: 7px; background: var(--paper); border: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; } td, th { text-align: left; padding: 5px 10px 5px 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 500; border-top: 0; white-space: nowrap; }
tr:first-child td { border-top: 0; } thead + tbody tr:first-child td { border-top: 1px solid var(--line); }
.scroll { overflow-x: auto; } td.status { white-space: nowrap; font-weight: 600; }
.s2 { color: var(--good); } .s3 { color: var(--accent); } .s4 { color: var(--warn); } .s5, .s0 { color: var(--bad); }
.soft { color: var(--soft); } .now { font-size: 20px; font-variant-numeric: tabular-nums; margin: 0 0 10px; }
button { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 7px; padding: 4px 11px; cursor: pointer; margin: 0 6px 6px 0; }
button:hover { border-color: var(--accent); color: var(--accent); } button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); } .pill { border: 1px solid var(--line); border-radius: 99px; padding: 1px 9px; background: var(--card); }
.bar { height: 6px; border-radius: 3px; background: var(--line); overflow: hidden; margin: 3px 0 9px; } .bar i { display: block; height: 100%; background: var(--accent); }
.row { display: flex; justify-content: space-between; gap: 10px; }
</style>
</head>
<body>
<main>
<header><h1><span>Tenon</span> mock</h1><code id="base"></code><span class="pill" id="plan"></span><span class="soft" id="state" role="status"></span></header>
<div class="grid">
<section class="wide"><h2>Try it</h2><pre id="curl"></pre></section>
<section class="tall"><h2>Tokens</h2><table><tbody id="people"></tbody></table></section>
<section><h2>Clock</h2><p class="now" id="now"></p><div>
<button data-do="POST clock/advance" data-body='{"by":"1 minute"}'>+ 1 minute</button><button data-do="POST clock/advance" data-body='{"by":"1 hour"}'>+ 1 hour</button><button data-do="POST clock/advance" data-body='{"by":"1 day"}'>+ 1 day</button><button id="tick" data-do="PUT clock"></button></div>
<h2 style="margin-top:14px">State</h2><button data-do="POST reset" data-sure="Put everything back to how it was at first?">Reset</button><button data-do="DELETE journal">Clear the journal</button><button data-do="DELETE faults">Clear the faults</button></section>
<section><h2>Coverage of the contract</h2><div id="coverage"></div></section>
<section><h2>Faults</h2><div id="faults"></div></section>
<section><h2>Links</h2><p><a href="health">health</a> · <a href="settings">settings</a> · <a href="journal">journal</a> · <a href="journal/unmatched">unmatched</a> · <a href="journal/har">HAR</a> · <a href="coverage">coverage</a> · <a href="state">state</a></p><p class="soft">All of it is JSON for programs too: <code>openapi/control.yaml</code>. From a shell: <code>tenon-mock help</code>.</p></section>
<section class="wide"><h2>Last requests</h2><div class="scroll"><table><thead><tr><th>status</th><th>request</th><th>operation</th><th>as</th><th>ms</th></tr></thead><tbody id="journal"></tbody></table></div></section>
</div>
</main>
<script type="application/json" id="data">{{data}}</script>
<script>
"use strict";
const at = (id) => document.getElementById(id);
const make = (tag, text, kind) => { const made = document.createElement(tag); made.textContent = text; if (kind) made.className = kind; return made; };
const row = (...cells) => { const made = document.createElement("tr"); made.append(...cells); return made; };
const data = JSON.parse(at("data").textContent);
const base = new URL("..", location.href).href.replace(/\\/$/, "");
at("base").textContent = base;
const who = data.people.find((one) => one.name === "developer") || data.people[0];
at("curl").textContent = "curl " + (who ? "-H 'PRIVATE-TOKEN: " + who.token + "' " : "") + "'" + base + "/api/v4/" + (who ? "user" : "groups") + "' -i";
for (const { name, token } of data.people) at("people").append(row(make("td", name), make("td", token, "mono")));
if (data.people.length === 0) at("people").append(row(make("td", "There is nobody yet.", "soft")));
const ask = async (path) => (await fetch(path)).json();
const told = (entry) => { const url = entry.url.replace(/^https?:\\/\\/[^/]*/, ""); return entry.method + " " + (url.length > 160 ? url.slice(0, 157) + "…" : url); };
async function look() {
	try {
		const [health, clock, faults, journal] = await Promise.all([ask("health"), ask("clock"), ask("faults"), ask("journal?limit=30")]);
		at("plan").textContent = health.tier + " · " + health.release;
		at("now").textContent = clock.now.replace("T", " ").replace(/\\.\\d+Z$/, " UTC");
		at("tick").textContent = clock.ticking ? "Stop" : "Let it run";
		at("tick").dataset.body = JSON.stringify({ ticking: !clock.ticking });
		at("faults").replaceChildren(...(faults.length ? faults.map((one) => make("pre", JSON.stringify(one.options) + "  struck " + one.calls + "×" + (one.held ? ", holds " + one.held : ""))) : [make("p", "None: nothing fails on purpose.", "soft")]));
		at("journal").replaceChildren(...journal.entries.reverse().map((one) => row(make("td", one.status, "status s" + String(one.status)[0]), make("td", told(one), "mono"), make("td", one.operation || "none"), make("td", one.user || "nobody"), make("td", one.milliseconds.toFixed(1), "mono"))));
		if (journal.count === 0) at("journal").append(row(make("td", "Nothing was asked yet.", "soft")));
		at("state").textContent = "";
	} catch { at("state").textContent = "The mock does not answer."; }
}
async function cover() {
	const { totals } = await ask("coverage");
	at("coverage").replaceChildren(...Object.entries(totals).flatMap(([name, { covered, total }]) => {
		const line = make("div", "", "row"); line.append(make("span", name), make("span", covered + " of " + total, "soft"));
		const bar = make("div", "", "bar"); const part = document.createElement("i"); part.style.width = (100 * covered / Math.max(1, total)) + "%"; bar.append(part);
		return [line, bar];
	}));
}
document.addEventListener("click", async ({ target }) => {
	const what = target.dataset && target.dataset.do;
	if (!what || (target.dataset.sure && !confirm(target.dataset.sure))) return;
	const [method, path] = what.split(" ");
	await fetch(path, { method, body: target.dataset.body });
	await look();
});
const loop = async (work, pause) => { for (;;) { if (!document.hidden) await work().catch(() => {}); await new Promise((go) => setTimeout(go, pause)); } };
loop(look, 2000);
loop(cover, 10000);
</script>
</body>
</html>
`;

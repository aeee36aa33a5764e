/** The styles of the page, for light and dark mode. */
export const style = `
:root { color-scheme: light dark; --ink: #1d2433; --paper: #f6f7fa; --card: #fff; --line: #e1e5ee; --soft: #68738a;
	--pass: #2f9e6b; --fail: #d6455d; --warning: #d99a2b; --known: #3f8fd2; --skipped: #a9b1c2; --unreachable: #8d3fb5; --accent: #3d63dd; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf5; --paper: #12151d; --card: #1b2030; --line: #2c3448; --soft: #98a3bb; } }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header { color: #fff; padding: 2.2rem 0; } header > div, main { max-width: 1180px; margin: 0 auto; padding: 0 1.5rem; }
header.good { background: linear-gradient(120deg, #1f7a55, #2f9e6b); } header.bad { background: linear-gradient(120deg, #9b2339, #d6455d); }
header h1 { margin: 0 0 .3rem; font-size: 1.7rem; } header p { margin: 0; opacity: .92; }
main { padding-bottom: 4rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .7rem; } h4 { margin: .9rem 0 .2rem; font-size: .85rem; color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: .9rem; margin-top: 1.4rem; }
.tile { background: var(--card); border: 1px solid var(--line); border-top: 3px solid var(--accent); border-radius: 8px; padding: .9rem 1.1rem; }
.tile b { display: block; font-size: 1.6rem; line-height: 1.2; } .tile span { color: var(--soft); }
.tile.pass { border-top-color: var(--pass); } .tile.fail { border-top-color: var(--fail); } .tile.warning { border-top-color: var(--warning); } .tile.skipped { border-top-color: var(--skipped); }
.two { display: grid; grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); gap: 1.5rem; }
.chart { width: 100%; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem; }
.chart text { font-size: 13px; fill: var(--ink); } .chart .total { fill: var(--soft); }
.chart rect.pass { fill: var(--pass); } .chart rect.fail { fill: var(--fail); } .chart rect.warning { fill: var(--warning); }
.chart rect.known { fill: var(--known); } .chart rect.skipped { fill: var(--skipped); } .chart rect.unreachable { fill: var(--unreachable); }
.finding { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--fail); border-radius: 6px; margin: .5rem 0; padding: .6rem .9rem; }
.finding.warning { border-left-color: var(--warning); } .finding.known { border-left-color: var(--known); }
.finding summary { cursor: pointer; } .finding summary p { margin: .25rem 0 0; color: var(--soft); overflow-wrap: anywhere; } .finding .meta { float: right; color: var(--soft); font-size: .85rem; }
.badge { font-size: .72rem; text-transform: uppercase; letter-spacing: .04em; color: #fff; background: var(--fail); border-radius: 4px; padding: .1rem .45rem; margin-right: .5rem; }
.badge.warning { background: var(--warning); } .badge.known { background: var(--known); }
pre { background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: .7rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .82rem; }
input[type=search] { width: 100%; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: var(--ink); font: inherit; }
table { border-collapse: collapse; background: var(--card); } td, th { padding: .2rem .5rem; border-bottom: 1px solid var(--line); text-align: left; } th { font-size: .8rem; color: var(--soft); vertical-align: bottom; }
.number { text-align: right; font-variant-numeric: tabular-nums; } .lead { color: var(--soft); margin-top: 0; } .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
.coverage { width: 100%; font-size: .85rem; } .coverage .unasked { opacity: .5; }
.turn span { writing-mode: vertical-rl; transform: rotate(180deg); } .heat { min-width: 22px; padding: 0; border: 1px solid var(--card); background: color-mix(in srgb, var(--accent) calc(var(--shade) * 100%), var(--line)); }
.status { display: inline-block; margin-right: .25rem; padding: 0 .35rem; border-radius: 4px; color: #fff; font-size: .75rem; background: var(--skipped); }
.status.pass { background: var(--pass); } .status.warning { background: var(--warning); } .status.fail { background: var(--fail); } .status.none { background: var(--line); color: var(--soft); }
`;

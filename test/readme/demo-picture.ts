/** `npm run demo:picture`: runs the demo, and draws what it printed as docs/demo.svg, shortened to some of its scenes. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./documents";

/** The scenes that the picture shows, by their headings' first words. */
const shown = [
	"Who am I",
	"Pipelines of",
	"Create a pipeline",
	"120 notes",
	"What a developer",
	"A mutation",
	"Alerts",
];

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const character = 8.43;
const lineHeight = 20;
const top = 58;

function picture(lines: readonly string[]): string {
	const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * character) + 40;
	const height = lines.length * lineHeight + top + 8;
	const kind = (line: string): string =>
		line.startsWith("$")
			? "ask"
			: line.startsWith("──")
				? "head"
				: line === "⋮"
					? "dim"
					: /^\w+Error:/.test(line)
						? "bad"
						: "out";
	const rows = lines.map(
		(line, index) =>
			`<text class="${kind(line)}" x="20" y="${top + index * lineHeight}" xml:space="preserve">${escaped(line)}</text>`,
	);
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="What npm run demo prints">
<style>
text { font: 14px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d6deeb; }
.ask { fill: #9ece6a; font-weight: bold; }
.head { fill: #7aa2f7; }
.dim { fill: #8189a8; }
.bad { fill: #f7768e; }
</style>
<rect width="${width}" height="${height}" rx="10" fill="#1a1b26"/>
<circle cx="24" cy="20" r="6" fill="#ff5f57"/><circle cx="44" cy="20" r="6" fill="#febc2e"/><circle cx="64" cy="20" r="6" fill="#28c840"/>
${rows.join("\n")}
</svg>
`;
}

const printed = execFileSync("npx", ["tsx", "examples/tour/index.ts"], { cwd: root, encoding: "utf8" });
const [address = "", ...scenes] = printed.trim().split(/\n\n(?=── )/);
const lines = ["$ npm run demo", address, ""];
for (const scene of scenes) {
	const [heading = "", ...rest] = scene.split("\n");
	if (shown.some((name) => heading.startsWith(`── ${name}`))) lines.push(heading.slice(0, 72), ...rest, "");
	else if (lines.at(-2) !== "⋮") lines.push("⋮", "");
}
writeFileSync(join(root, "docs", "demo.svg"), picture(lines.slice(0, -1)));

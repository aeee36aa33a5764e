/** `npm run demo:picture`: runs the demo and draws its output as docs/demo.svg, shortened to some of its scenes. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./documents";

/** The scenes in the picture, by the first words of their headings. */
const shown = [
	"Who am I",
	"Pipelines of",
	"Create a pipeline",
	"120 notes",
	"What a developer",
	"A mutation",
	"Alerts",
	"What next",
];

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
/** A line, and its style in the picture. */
interface Line {
	readonly text: string;
	readonly look: "ask" | "head" | "dim" | "bad" | "out";
}

/** The style of a line in the demo, by the code of the last escape sequence before its text. */
const looks: { readonly [code: string]: Line["look"] } = { "36": "head", "90": "dim", "31": "bad" };

/** Parses a line as the terminal gets it: escape sequences, text, escape sequences. */
function lineOf(printed: string): Line {
	const code = printed.split("\u001b[").find((part) => /^\d+m./.test(part)) ?? "";
	return {
		text: stripVTControlCharacters(printed).slice(0, columns),
		look: looks[String(Number.parseInt(code, 10))] ?? "out",
	};
}

const columns = 84;
const character = 8.43;
const lineHeight = 20;
const top = 58;

function picture(lines: readonly Line[]): string {
	const width = Math.ceil(Math.max(...lines.map(({ text }) => text.length)) * character) + 40;
	const height = lines.length * lineHeight + top + 8;
	const rows = lines.map(
		({ text, look }, index) =>
			`<text class="${look}" x="20" y="${top + index * lineHeight}" xml:space="preserve">${escaped(text)}</text>`,
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

const printed = execFileSync("npx", ["tsx", "examples/tour/index.ts"], {
	cwd: root,
	encoding: "utf8",
	env: { ...process.env, FORCE_COLOR: "1" },
});
const empty: Line = { text: "", look: "out" };
const [address = empty, , ...rest] = printed.trim().split("\n").map(lineOf);
const lines: Line[] = [{ text: "$ npm run demo", look: "ask" }, address, empty];
let isShown = false;
for (const line of rest) {
	if (line.look === "head") {
		isShown = shown.some((name) => line.text.startsWith(`── ${name}`));
		if (!isShown && lines.at(-2)?.text !== "⋮") lines.push({ text: "⋮", look: "dim" }, empty);
	}
	if (isShown) lines.push(line);
}
writeFileSync(join(root, "docs", "demo.svg"), picture(lines));

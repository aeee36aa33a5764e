/** Exports all users to a CSV file, page by page. An interrupted export can be resumed. */
import { mkdtemp, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@tenon/client";
import { Misuse, numberOf, program, runIfStarted } from "../support/program";
import { csvLine } from "./csv-line";

const columns = [
	"id",
	"username",
	"name",
	"state",
	"public_email",
	"created_at",
	"last_activity_on",
	"web_url",
] as const;

/** How far an export has come. It is in a file next to the export until that is complete. */
interface Progress {
	readonly cursor: string;
	/** Bytes of the file up to this cursor. Any further bytes are from an unfinished page. */
	readonly bytes: number;
	readonly rows: number;
}

const isProgress = (value: unknown): value is Progress =>
	typeof value === "object" &&
	value !== null &&
	typeof Reflect.get(value, "cursor") === "string" &&
	["bytes", "rows"].every((name) => Number.isSafeInteger(Reflect.get(value, name)));

/** What an interrupted export left. Throws Misuse for a file that says nothing of use. */
async function readProgress(file: string): Promise<Progress> {
	const text = await readFile(file, "utf8");
	try {
		const value: unknown = JSON.parse(text);
		if (isProgress(value)) return value;
	} catch {
		// Reported below, as any other content is.
	}
	throw new Misuse(`${file} is damaged. Start again with --force.`);
}

const exists = (file: string): Promise<boolean> =>
	stat(file).then(
		() => true,
		() => false,
	);

export const main = program({
	help: `
Usage: users-csv [--out <file>] [--resume | --force]

Exports all users with keyset pagination: the last page is as fast as the first, and memory holds two pages. Only
administrators see all times and e-mail addresses; for others those columns are mostly empty.

  --out <file>        Default: users.csv in a new folder in the system's temporary folder; its path is printed. Next to the
                      file is <file>.progress until the export is complete.
  --resume            Resume an interrupted export. Needs --out.
  --force             Overwrite an existing file.
  --page-size <n>     Users per request. Default 100, which is the maximum.
`,
	options: {
		out: { type: "string" },
		resume: { type: "boolean", default: false },
		force: { type: "boolean", default: false },
		"page-size": { type: "string", default: "100" },
	},
	async run({ values, platform, signal, print, report }) {
		const { resume } = values;
		if (resume && values.out === undefined) throw new Misuse("--resume needs --out <file>.");
		const per_page = numberOf("page-size", values["page-size"], { least: 1, most: 100, isWhole: true });
		const out = values.out ?? join(await mkdtemp(join(tmpdir(), "users-csv-")), "users.csv");
		const progressFile = `${out}.progress`;
		if (resume && !(await exists(progressFile)))
			throw new Misuse(`${out} has no interrupted export: there is no ${progressFile}.`);
		// Only this program writes the file.
		const saved = resume ? await readProgress(progressFile) : undefined;
		if (!saved && !values.force && (await exists(out)))
			throw new Misuse(`${out} already exists. Use --resume to continue it, or --force to overwrite it.`);

		const tenon = createClient({ ...platform, onRetry: ({ reason }) => report(`retrying: ${reason}`) });
		const users = tenon.users.list({ pagination: "keyset", order_by: "id", sort: "asc", per_page }, { signal });
		const file = await open(out, saved ? "r+" : "w");
		let { bytes, rows } = saved ?? { bytes: 0, rows: 0 };
		try {
			await file.truncate(bytes);
			const append = async (text: string): Promise<void> => {
				bytes += (await file.write(text, bytes)).bytesWritten;
			};
			if (!saved) await append(csvLine(columns));
			for await (const { items, nextCursor } of users.pages({ cursor: saved?.cursor, prefetch: 1 })) {
				await append(items.map((user) => csvLine(columns.map((column) => user[column]))).join(""));
				rows += items.length;
				if (nextCursor === undefined) break;
				// The page must be on the disk before the cursor says so.
				await file.datasync();
				await writeFile(progressFile, JSON.stringify({ cursor: nextCursor, bytes, rows } satisfies Progress));
				report(`${rows} users in ${out}`);
			}
		} finally {
			await file.close();
		}
		await rm(progressFile, { force: true });
		print(`${out}: ${rows} users, ${bytes} bytes`);
	},
});

await runIfStarted(import.meta.url, main);

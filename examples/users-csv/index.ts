/** Writes all users into a CSV file, page by page; an export that was broken off goes on where it was. */
import { open, readFile, rm, stat, writeFile } from "node:fs/promises";
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

/** How far an export has come: stands beside the file until that is whole. */
interface Progress {
	readonly cursor: string;
	/** Bytes of the file up to this cursor: what lies behind them was written by a page that was not finished. */
	readonly bytes: number;
	readonly rows: number;
}

const isThere = (file: string): Promise<boolean> =>
	stat(file).then(
		() => true,
		() => false,
	);

export const main = program({
	help: `
Usage: users-csv [--out <file>] [--resume | --force]

Exports all users, by keyset: as fast at the end as at the beginning, however many there are. Memory holds two pages.
Times and e-mail addresses are told to administrators; for others those columns are mostly empty.

  --out <file>        Default users.csv. Beside it stands <file>.progress until it is whole.
  --resume            Go on where an export was broken off.
  --force             Write over a file that is there.
  --page-size <n>     Users a request. Default 100, the most.
`,
	options: {
		out: { type: "string", default: "users.csv" },
		resume: { type: "boolean", default: false },
		force: { type: "boolean", default: false },
		"page-size": { type: "string", default: "100" },
	},
	async run({ values, platform, signal, print, tell }) {
		const { out, resume } = values;
		const progressFile = `${out}.progress`;
		const per_page = numberOf("page-size", values["page-size"], 1);
		// What stands in the file is what was written here.
		const saved = resume ? (JSON.parse(await readFile(progressFile, "utf8")) as Progress) : undefined;
		if (!saved && !values.force && (await isThere(out)))
			throw new Misuse(`${out} is there already. --resume goes on with it, --force begins anew.`);

		const tenon = createClient({ ...platform, onRetry: ({ reason }) => tell(`again: ${reason}`) });
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
				// The page is safe before the cursor says that it is.
				await file.datasync();
				await writeFile(progressFile, JSON.stringify({ cursor: nextCursor, bytes, rows } satisfies Progress));
				tell(`${rows} users`);
			}
		} finally {
			await file.close();
		}
		await rm(progressFile, { force: true });
		print(`${out}: ${rows} users, ${bytes} bytes`);
	},
});

await runIfStarted(import.meta.url, main);

import { open, readFile, rename, rm } from "node:fs/promises";

/** A token as it is kept. */
export interface Kept {
	readonly id: number;
	/** Number of the token whose place it takes. */
	readonly replaces: number;
	readonly name: string;
	readonly expires_at: string;
	readonly token: string;
}

/** Tokens in a JSON file of mode 600. Each write makes a new file and puts it in the old one's place: readers never see half. */
export class SecretsFile {
	readonly #path: string;
	#all: readonly Kept[];

	private constructor(path: string, all: readonly Kept[]) {
		this.#path = path;
		this.#all = all;
	}

	/** What is in the file already is kept. Rejects where the file cannot be read or written. */
	static async open(path: string): Promise<SecretsFile> {
		const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
			if (error.code === "ENOENT") return "[]";
			throw error;
		});
		// Only this class writes it.
		const file = new SecretsFile(path, JSON.parse(text) as Kept[]);
		await file.#write();
		return file;
	}

	/** Adds a token; the one that it replaces goes. It is on the disk when this resolves. */
	async put(kept: Kept): Promise<void> {
		this.#all = [...this.#all.filter(({ id }) => id !== kept.replaces), kept];
		await this.#write();
	}

	async #write(): Promise<void> {
		const made = `${this.#path}.${process.pid}.new`;
		const file = await open(made, "wx", 0o600);
		try {
			await file.writeFile(`${JSON.stringify(this.#all, null, "\t")}\n`);
			await file.sync();
			await rename(made, this.#path);
		} catch (error) {
			await rm(made, { force: true });
			throw error;
		} finally {
			await file.close();
		}
	}
}

import { open, readFile, rename, rm } from "node:fs/promises";

/** A saved token. */
export interface SavedToken {
	readonly id: number;
	/** Id of the token that it replaces. */
	readonly replaces: number;
	readonly name: string;
	readonly expires_at: string;
	readonly token: string;
}

/** Tokens in a JSON file of mode 600. Each write replaces the file atomically: readers never see half of it. */
export class SecretsFile {
	readonly #path: string;
	#all: readonly SavedToken[];

	private constructor(path: string, all: readonly SavedToken[]) {
		this.#path = path;
		this.#all = all;
	}

	/** Keeps the tokens that are in the file. Rejects if the file cannot be read or written. */
	static async open(path: string): Promise<SecretsFile> {
		const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
			if (error.code === "ENOENT") return "[]";
			throw error;
		});
		// Only this class writes it.
		const file = new SecretsFile(path, JSON.parse(text) as SavedToken[]);
		await file.#write();
		return file;
	}

	/** Adds a token, and removes the one that it replaces. It is on the disk when this resolves. */
	async put(token: SavedToken): Promise<void> {
		this.#all = [...this.#all.filter(({ id }) => id !== token.replaces), token];
		await this.#write();
	}

	async #write(): Promise<void> {
		const temporary = `${this.#path}.${process.pid}.new`;
		const file = await open(temporary, "wx", 0o600);
		try {
			await file.writeFile(`${JSON.stringify(this.#all, null, "\t")}\n`);
			await file.sync();
			await rename(temporary, this.#path);
		} catch (error) {
			await rm(temporary, { force: true });
			throw error;
		} finally {
			await file.close();
		}
	}
}

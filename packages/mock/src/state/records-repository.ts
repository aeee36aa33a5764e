/** A file of a snippet. */
export interface SnippetFile {
	readonly path: string;
	readonly content: string;
}

/** A file of a repository, in one version; with `base64` it is not text. */
export interface RepositoryFile {
	readonly path: string;
	/** As git writes it, such as `100644`. */
	readonly mode: string;
	readonly content: { readonly text: string } | { readonly base64: string };
	/** Of a large file: the object that its content is kept under, and its bytes. */
	readonly lfs: { readonly oid: string; readonly size: number } | null;
}

/** The files of a project's repository at a commit. */
export interface RepositoryTree {
	readonly id: number;
	readonly project_id: number;
	readonly sha: string;
	readonly files: readonly RepositoryFile[];
}

/** A change that was taken for spam, and what became of its challenge. */
export interface SpamLog {
	readonly id: number;
	readonly user_id: number;
	/** The mutation. */
	readonly action: string;
	readonly created_at: string;
	/** Whether a CAPTCHA may lift the verdict. */
	readonly challenged: boolean;
	/** Whether the verdict came by count, and so would not come again. */
	readonly counted: boolean;
	/** Whether the challenge was answered; an answer works once. */
	readonly solved: boolean;
}

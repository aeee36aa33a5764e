/**
 * A file, as the server gave it.
 *
 * @example
 * const { blob, fileName } = await tenon.groups.getAvatar({ id: "acme" });
 */
export interface Download {
	readonly blob: Blob;
	/** As the server names it, without folders; absent where it does not. */
	readonly fileName?: string;
	readonly contentType: string;
}

/** The file name of a Content-Disposition header: `filename*`, which can hold any letter, before `filename`. */
export function fileNameOf(disposition: string | null): string | undefined {
	const extended = /;\s*filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(disposition ?? "")?.[1];
	const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? "");
	const name = decoded(extended) ?? plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2];
	// The name is the server's word: it must not lead the caller into another folder.
	return name?.split(/[\\/]/).pop() || undefined;
}

function decoded(text: string | undefined): string | undefined {
	try {
		return text === undefined ? undefined : decodeURIComponent(text);
	} catch {
		return undefined; // not the UTF-8 that it claims to be
	}
}

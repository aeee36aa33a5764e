/**
 * A downloaded file.
 *
 * @example
 * const { blob, fileName } = await tenon.groups.getAvatar({ id: "acme" });
 */
export interface Download {
	readonly blob: Blob;
	/** The file name that the server sent, without folders. Absent if it sent none. */
	readonly fileName?: string;
	readonly contentType: string;
}

/**
 * Returns the file name in a Content-Disposition header. Prefers `filename*`, which supports any character, to
 * `filename`.
 */
export function fileNameOf(disposition: string | null): string | undefined {
	const extended = /;\s*filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(disposition ?? "")?.[1];
	const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? "");
	const name = decoded(extended) ?? plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2];
	// The server chooses the name: it must not point the caller to another folder.
	return name?.split(/[\\/]/).pop() || undefined;
}

function decoded(text: string | undefined): string | undefined {
	try {
		return text === undefined ? undefined : decodeURIComponent(text);
	} catch {
		return undefined; // not the UTF-8 that it claims to be
	}
}

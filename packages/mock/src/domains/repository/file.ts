/** Files of a repository: what their names and contents show. */
import { decodeLeniently, decodeUtf8, encodeUtf8 } from "../../lib/utf8";
import { escapeHtml } from "../../request/http/html";
import type { RepositoryFile } from "../../state/records";
import { blobHash } from "./blob-hash";

/** Bytes as Base64. Done by parts: a call takes only so many arguments. */
function toBase64(bytes: Uint8Array): string {
	const parts: string[] = [];
	for (let at = 0; at < bytes.length; at += 32_766)
		parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 32_766))));
	return parts.join("");
}

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

function asText(bytes: Uint8Array): string | undefined {
	// Git recognizes binary files by a NUL among the first bytes.
	if (bytes.subarray(0, 8_000).includes(0)) return undefined;
	return decodeUtf8(bytes);
}

const pointer = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d+)\n/;

/** A file from its content. What is UTF-8 without NUL is text; the text of a pointer stands for a large file. */
export function repositoryFile(path: string, content: string | Uint8Array): RepositoryFile {
	const text = typeof content === "string" ? content : asText(content);
	const [, oid, size] = pointer.exec(text ?? "") ?? [];
	return {
		path,
		mode: "100644",
		content: text === undefined && typeof content !== "string" ? { base64: toBase64(content) } : { text: text ?? "" },
		lfs: oid === undefined ? null : { oid, size: Number(size) },
	};
}

export const isBinary = (file: RepositoryFile): boolean => "base64" in file.content;

/** Works something out of a file when it is first asked for, and once: for a large file it takes a while. */
function once<T extends string | number>(of: (content: RepositoryFile["content"]) => T): (file: RepositoryFile) => T {
	const known = new WeakMap<RepositoryFile, T>();
	return (file) => {
		const value = known.get(file) ?? of(file.content);
		known.set(file, value);
		return value;
	};
}

/** The content's object ID in git. */
export const oidOf = once((content) =>
	blobHash("text" in content ? encodeUtf8(content.text) : fromBase64(content.base64)),
);

/** The content's length in bytes. */
export const sizeOf = once((content) => {
	if ("text" in content) return encodeUtf8(content.text).length;
	const padding = content.base64.endsWith("==") ? 2 : content.base64.endsWith("=") ? 1 : 0;
	return (content.base64.length / 4) * 3 - padding;
});

/** The content as text; bytes that are none are replaced. */
export const textOf = ({ content }: RepositoryFile): string =>
	"text" in content ? content.text : decodeLeniently(fromBase64(content.base64));

/** The content as Base64. */
export const base64Of = ({ content }: RepositoryFile): string =>
	"text" in content ? toBase64(encodeUtf8(content.text)) : content.base64;

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

const languages: { readonly [extension: string]: string } = {
	css: "css",
	go: "go",
	html: "html",
	java: "java",
	js: "javascript",
	json: "json",
	markdown: "markdown",
	md: "markdown",
	py: "python",
	rb: "ruby",
	rs: "rust",
	sh: "shell",
	sql: "sql",
	ts: "typescript",
	tsx: "tsx",
	yaml: "yaml",
	yml: "yaml",
};

/** The language by a file's ending; `plaintext` for others. */
export const languageOf = (path: string): string => languages[extensionOf(path)] ?? "plaintext";

const kinds: readonly (readonly [RegExp, string])[] = [
	[/^readme(\..*)?$/i, "readme"],
	[/^(changelog|changes|history|news)(\..*)?$/i, "changelog"],
	[/^(licen[sc]e|copying)(\..*)?$/i, "license"],
	[/^contributing(\..*)?$/i, "contributing"],
	[/^\.gitignore$/, "gitignore"],
	[/^package\.json$/, "package_json"],
	[/^gemfile$/i, "gemfile"],
	[/^cargo\.toml$/i, "cargo_toml"],
	[/^go\.mod$/, "go_mod"],
];

/** The kind of a file by its name; null for others. */
export const fileTypeOf = (path: string): string | null =>
	kinds.find(([pattern]) => pattern.test(nameOf(path)))?.[1] ?? null;

/** A text as HTML, a line in an element. */
export function highlighted(text: string, path: string): string {
	const lines = text.replace(/\n$/, "").split("\n");
	return lines
		.map(
			(line, index) => `<span id="LC${index + 1}" class="line" lang="${languageOf(path)}">${escapeHtml(line)}</span>`,
		)
		.join("\n");
}

/** How a file is shown plainly. */
export interface Viewer {
	readonly type: "simple" | "rich";
	readonly fileType: string;
	readonly collapsed: boolean;
	readonly loadAsync: boolean;
	readonly tooLarge: boolean;
	readonly renderError: string | null;
}

const mebibyte = 1_048_576;

/** The plain viewer: text as such, pictures as pictures, all else to be downloaded. Large files wait to be asked for. */
export function simpleViewer(path: string, size: number, binary: boolean): Viewer {
	const isImage = ["png", "jpg", "jpeg", "gif", "webp", "bmp", "ico"].includes(extensionOf(path));
	const fileType = size === 0 ? "empty" : binary ? (isImage ? "image" : "download") : "text";
	const collapsed = fileType === "text" && size > mebibyte;
	const tooLarge = fileType === "text" && size > 10 * mebibyte;
	return {
		type: "simple",
		fileType,
		collapsed,
		loadAsync: fileType === "text",
		tooLarge,
		renderError: tooLarge ? "too_large" : collapsed ? "collapsed" : null,
	};
}

/** The viewer of what can be rendered, such as Markdown; null for others. */
export function richViewer(path: string, size: number, binary: boolean): Viewer | null {
	if (binary || !["md", "markdown", "svg", "csv"].includes(extensionOf(path))) return null;
	const plain = simpleViewer(path, size, binary);
	return { ...plain, type: "rich", fileType: languageOf(path) === "markdown" ? "markup" : extensionOf(path) };
}

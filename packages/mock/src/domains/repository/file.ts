/** Files of a repository, and the properties that follow from their names and contents. */
import { decodeLeniently, decodeUtf8, encodeUtf8 } from "../../lib/utf8";
import { escapeHtml } from "../../request/http/html";
import type { RepositoryFile } from "../../state/records";
import { blobHash } from "./blob-hash";

/** Encodes bytes as Base64, in chunks, because the number of arguments of a call is limited. */
function toBase64(bytes: Uint8Array): string {
	const parts: string[] = [];
	for (let at = 0; at < bytes.length; at += 32_766)
		parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 32_766))));
	return parts.join("");
}

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

function asText(bytes: Uint8Array): string | undefined {
	// Git recognizes a binary file by a NUL among its first bytes.
	if (bytes.subarray(0, 8_000).includes(0)) return undefined;
	return decodeUtf8(bytes);
}

const pointer = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d+)\n/;

/** Creates a file from its content. UTF-8 without NUL is text. The text of an LFS pointer represents a large file. */
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

/** Returns a function that computes a value of a file at its first call and then keeps it. Large files take a while. */
function once<T extends string | number>(of: (content: RepositoryFile["content"]) => T): (file: RepositoryFile) => T {
	const known = new WeakMap<RepositoryFile, T>();
	return (file) => {
		const value = known.get(file) ?? of(file.content);
		known.set(file, value);
		return value;
	};
}

/** Returns the git object ID of the content. */
export const oidOf = once((content) =>
	blobHash("text" in content ? encodeUtf8(content.text) : fromBase64(content.base64)),
);

/** Returns the length of the content in bytes. */
export const sizeOf = once((content) => {
	if ("text" in content) return encodeUtf8(content.text).length;
	const padding = content.base64.endsWith("==") ? 2 : content.base64.endsWith("=") ? 1 : 0;
	return (content.base64.length / 4) * 3 - padding;
});

/** Returns the content as text. Invalid bytes are replaced. */
export const textOf = ({ content }: RepositoryFile): string =>
	"text" in content ? content.text : decodeLeniently(fromBase64(content.base64));

/** Returns the content as Base64. */
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

/** Returns the language of a file by its extension, or `plaintext` for other extensions. */
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

/** Returns the kind of a file by its name, or null for other names. */
export const fileTypeOf = (path: string): string | null =>
	kinds.find(([pattern]) => pattern.test(nameOf(path)))?.[1] ?? null;

/** Returns a text as HTML, with one element per line. */
export function highlighted(text: string, path: string): string {
	const lines = text.replace(/\n$/, "").split("\n");
	return lines
		.map(
			(line, index) => `<span id="LC${index + 1}" class="line" lang="${languageOf(path)}">${escapeHtml(line)}</span>`,
		)
		.join("\n");
}

/** How a file is displayed. */
export interface Viewer {
	readonly type: "simple" | "rich";
	readonly fileType: string;
	readonly collapsed: boolean;
	readonly loadAsync: boolean;
	readonly tooLarge: boolean;
	readonly renderError: string | null;
}

const mebibyte = 1_048_576;

/** Returns the simple viewer: it shows text and images, and offers others as a download. Large texts are collapsed. */
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

/** Returns the viewer of a file that can be rendered, such as Markdown, or null for other files. */
export function richViewer(path: string, size: number, binary: boolean): Viewer | null {
	if (binary || !["md", "markdown", "svg", "csv"].includes(extensionOf(path))) return null;
	const plain = simpleViewer(path, size, binary);
	return { ...plain, type: "rich", fileType: languageOf(path) === "markdown" ? "markup" : extensionOf(path) };
}

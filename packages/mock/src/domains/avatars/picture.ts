import type { FormFile } from "../../request/http/body";
import type { StoredFile } from "../../state/records";

/** The largest size of an avatar: 200 KiB. */
const maxBytes = 204_800;

const types: { readonly [extension: string]: string } = {
	png: "image/png",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	gif: "image/gif",
	bmp: "image/bmp",
	tiff: "image/tiff",
	ico: "image/vnd.microsoft.icon",
	webp: "image/webp",
};

/** The first bytes of the files of each accepted type, in hex. */
const beginnings: { readonly [type: string]: readonly string[] } = {
	"image/png": ["89504e470d0a1a0a"],
	"image/jpeg": ["ffd8ff"],
	"image/gif": ["474946383761", "474946383961"],
	"image/bmp": ["424d"],
	"image/tiff": ["49492a00", "4d4d002a"],
	"image/vnd.microsoft.icon": ["00000100"],
};
const riff = "52494646";

const isText = (bytes: Uint8Array): boolean =>
	bytes.subarray(0, 512).every((byte) => byte >= 32 || (byte > 8 && byte < 14));

/**
 * Returns the type of an image by its content, or undefined if it is not accepted, such as text or WebP. Assumed: if
 * the content does not show the type, the file name does, so that a test can upload any bytes.
 */
function typeOf(file: FormFile): string | undefined {
	const start = Array.from(file.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
	const detected = Object.keys(beginnings).find((type) =>
		beginnings[type]?.some((beginning) => start.startsWith(beginning)),
	);
	return detected ?? (start.startsWith(riff) || isText(file) ? undefined : types[extensionOf(file.fileName)]);
}

const extensionOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** Returns a name that is safe in URLs, in headers and on disks. */
const safeName = (name: string): string => name.replace(/^.*[/\\]/s, "").replace(/[^A-Za-z0-9.+_-]/g, "_");

function toBase64(bytes: Uint8Array): string {
	let text = "";
	// In chunks, because the number of arguments of a call is limited.
	for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
	return btoa(text);
}

/** Returns the validation errors of an avatar. */
export function pictureFaults(file: FormFile): string[] {
	const faults: string[] = [];
	if (file.length > maxBytes) faults.push("is too big (should be at most 200 KiB)");
	const formats = !Object.hasOwn(types, extensionOf(file.fileName))
		? Object.keys(types)
		: typeOf(file)
			? []
			: Object.keys(beginnings);
	if (formats.length > 0)
		faults.push(
			`file format is not supported. Please try one of the following supported formats: ${formats.join(", ")}`,
		);
	return faults;
}

/** Returns an avatar as it is stored. The type that the sender declares is ignored. */
export function storedPicture(file: FormFile): StoredFile {
	const name = safeName(file.fileName);
	return { name, type: typeOf(file) ?? "application/octet-stream", base64: toBase64(file) };
}

/** Returns the bytes of a stored file. */
export const bytesOf = ({ base64 }: StoredFile): Uint8Array =>
	Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

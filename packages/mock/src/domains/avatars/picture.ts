import type { FormFile } from "../../request/http/body";
import type { StoredFile } from "../../state/records";

/** 200 KiB. */
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

const extensionOf = (name: string): string => /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** A name that is safe in addresses, headers and on disks. */
const safeName = (name: string): string => name.replace(/^.*[/\\]/s, "").replace(/[^A-Za-z0-9.+_-]/g, "_");

function toBase64(bytes: Uint8Array): string {
	let text = "";
	// In pieces: a call takes only so many arguments.
	for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
	return btoa(text);
}

/** What is wrong with a picture. */
export function pictureFaults(file: FormFile): string[] {
	const faults: string[] = [];
	if (file.length > maxBytes) faults.push("is too big (should be at most 200 KiB)");
	if (!Object.hasOwn(types, extensionOf(file.fileName)))
		faults.push(`file format is not supported. Supported are ${Object.keys(types).join(", ")}`);
	return faults;
}

/** A picture as it is kept. Its type follows from its name: what the sender says of it is not looked at. */
export function storedPicture(file: FormFile): StoredFile {
	const name = safeName(file.fileName);
	return { name, type: types[extensionOf(name)] ?? "application/octet-stream", base64: toBase64(file) };
}

/** The bytes of a file that is kept. */
export const bytesOf = ({ base64 }: StoredFile): Uint8Array =>
	Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

import { FormFile } from "../http/body";
import { parameterError } from "../http/errors";
import type { RawResponse } from "../http/raw";
import type { StoredFile } from "../state/records";

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

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

/** The picture that was sent: a file, null to take the present one away, undefined to leave it. Throws 400 for anything else. */
export function sentPicture(value: unknown): FormFile | null | undefined {
	if (value === undefined) return undefined;
	// A form with an empty file field sends a file of no bytes.
	if (value === null || value === "" || (value instanceof FormFile && value.length === 0)) return null;
	if (value instanceof FormFile) return value;
	throw parameterError("avatar is invalid");
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

/** 200 with a file to keep. */
export const download = ({ name, type, base64 }: StoredFile): RawResponse => ({
	status: 200,
	headers: {
		"content-type": type,
		"content-disposition": `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`,
	},
	body: fromBase64(base64),
});

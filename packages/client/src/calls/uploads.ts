import { UsageError } from "../errors/errors";
import type { Route } from "../transport/route";

/** The content of a file: a Blob or File, bytes, or a stream. A stream is read to its end before anything is sent. */
export type FileData = Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> | ReadableStream<Uint8Array>;

/**
 * A file to upload: its content, optionally with a name and a content type. The type defaults to that of the name's
 * extension.
 *
 * @example
 * await tenon.users.setAvatar({ avatar: { data: bytes, name: "me.png" } });
 */
export type Upload =
	| FileData
	| { readonly data: FileData; readonly name?: string | undefined; readonly type?: string | undefined };

/** The size of the largest avatar that the platform accepts, in bytes. */
const largest = 204_800;

const types: { readonly [ending: string]: string } = {
	png: "image/png",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	gif: "image/gif",
	bmp: "image/bmp",
	tiff: "image/tiff",
	ico: "image/x-icon",
	webp: "image/webp",
};

/** Returns the content type of an image by its file name, or undefined for an unknown extension. */
export const typeByName = (name: string): string | undefined => types[name.split(".").pop()?.toLowerCase() ?? ""];

/**
 * Returns the parameters with their file turned into a File with a name and a content type. If `check` is set, throws a
 * UsageError for a file above 204,800 bytes, and stops reading a stream at that size.
 */
export async function withFile(route: Route, params: object, check: boolean): Promise<object> {
	const { file = "" } = route;
	const value: unknown = Reflect.get(params, file);
	// An empty text or null removes an avatar.
	if (typeof value !== "object" || value === null) return params;
	const { data, name, type } = "data" in value ? (value as Exclude<Upload, FileData>) : { data: value as FileData };
	const most = check ? largest : Infinity;
	const tooLarge = (): UsageError =>
		new UsageError(file, `has more than ${largest} bytes, the platform's limit`, route.id);
	const blob = data instanceof ReadableStream ? await collected(data, most, tooLarge) : blobOf(data);
	if (!blob) throw new UsageError(file, "must be a Blob, bytes or a stream", route.id);
	if (blob.size > most) throw tooLarge();
	const own = name ?? (data instanceof File ? data.name : undefined);
	const kind = type ?? (blob.type || (own && typeByName(own)) || "");
	const ending = Object.keys(types).find((one) => types[one] === kind);
	return { ...params, [file]: new File([blob], own ?? (ending ? `${file}.${ending}` : file), { type: kind }) };
}

function blobOf(data: Exclude<FileData, ReadableStream>): Blob | undefined {
	if (data instanceof Blob) return data;
	return data instanceof ArrayBuffer || ArrayBuffer.isView(data) ? new Blob([data]) : undefined;
}

async function collected(stream: ReadableStream<Uint8Array>, most: number, tooLarge: () => Error): Promise<Blob> {
	const parts: Uint8Array<ArrayBuffer>[] = [];
	let size = 0;
	const reader = stream.getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return new Blob(parts);
		size += value.length;
		if (size > most) {
			reader.cancel().catch(() => {});
			throw tooLarge();
		}
		parts.push(new Uint8Array(value));
	}
}

/**
 * Reads files from the disk in Node, Deno and Bun. This is the only entry point of the client that does not run in
 * browsers.
 */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { typeByName } from "./calls/uploads";

/**
 * Reads a whole file from the disk, with its name and the content type of its extension.
 *
 * @param path the path of the file
 * @param more another name or content type
 * @returns a File for any parameter that accepts one; rejects with the system's error (`ENOENT`, `EACCES`) if it cannot be read
 * @example
 * import { fileFrom } from "@tenon/client/upload";
 * await tenon.users.setAvatar({ avatar: await fileFrom("pictures/me.png") });
 */
export async function fileFrom(path: string | URL, more: { name?: string; type?: string } = {}): Promise<File> {
	const name = more.name ?? basename(typeof path === "string" ? path : decodeURIComponent(path.pathname));
	return new File([await readFile(path)], name, { type: more.type ?? typeByName(name) ?? "" });
}

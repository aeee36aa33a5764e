/** Files from the disk, for Node, Deno and Bun: the one entry of the client that is not for browsers. */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { typeByName } from "./calls/uploads";

/**
 * A file from the disk, read whole, with its name and the content type of its extension.
 *
 * @param path where the file lies
 * @param more another name or content type
 * @returns A File, for any parameter that takes one. Rejects with the system's error (`ENOENT`, `EACCES`) where it cannot be read.
 * @example
 * import { fileFrom } from "@tenon/client/upload";
 * await tenon.users.setAvatar({ avatar: await fileFrom("pictures/me.png") });
 */
export async function fileFrom(path: string | URL, more: { name?: string; type?: string } = {}): Promise<File> {
	const name = more.name ?? basename(typeof path === "string" ? path : decodeURIComponent(path.pathname));
	return new File([await readFile(path)], name, { type: more.type ?? typeByName(name) ?? "" });
}

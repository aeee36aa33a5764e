import { FormFile } from "../../request/http/body";
import { parameterError } from "../../request/http/errors";
import type { RawResponse } from "../../request/http/raw";
import type { StoredFile } from "../../state/records";
import { bytesOf } from "../avatars/picture";

/** Returns the avatar in a request: a file, null to remove it, undefined to keep it. Throws 400 for anything else. */
export function sentPicture(value: unknown): FormFile | null | undefined {
	if (value === undefined) return undefined;
	// A form with an empty file field sends a file without bytes.
	if (value === null || value === "" || (value instanceof FormFile && value.length === 0)) return null;
	if (value instanceof FormFile) return value;
	throw parameterError("avatar is invalid");
}

/** Returns 200 with a file to download. */
export const download = (file: StoredFile): RawResponse => ({
	status: 200,
	headers: {
		"content-type": file.type,
		"content-disposition": `attachment; filename="${file.name}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
	},
	body: bytesOf(file),
});

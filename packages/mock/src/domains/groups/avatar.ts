import { FormFile } from "../../request/http/body";
import { parameterError } from "../../request/http/errors";
import type { RawResponse } from "../../request/http/raw";
import type { StoredFile } from "../../state/records";
import { bytesOf } from "../avatars/picture";

/** The picture that was sent: a file, null to take the present one away, undefined to leave it. Throws 400 for anything else. */
export function sentPicture(value: unknown): FormFile | null | undefined {
	if (value === undefined) return undefined;
	// A form with an empty file field sends a file of no bytes.
	if (value === null || value === "" || (value instanceof FormFile && value.length === 0)) return null;
	if (value instanceof FormFile) return value;
	throw parameterError("avatar is invalid");
}

/** 200 with a file to keep. */
export const download = (file: StoredFile): RawResponse => ({
	status: 200,
	headers: {
		"content-type": file.type,
		"content-disposition": `attachment; filename="${file.name}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
	},
	body: bytesOf(file),
});

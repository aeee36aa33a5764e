import { FormFile } from "../../request/http/body";
import { invalid, parameterError } from "../../request/http/errors";
import type { StoredFile } from "../../state/records";
import { pictureFaults, storedPicture } from "../avatars/picture";

/** Returns the sent avatar as it is stored. Throws 400 if it is not a file, is too big, or has an unsupported type. */
export function readPicture(value: unknown): StoredFile {
	if (!(value instanceof FormFile)) throw parameterError("avatar is invalid");
	const faults = pictureFaults(value);
	if (faults.length > 0) throw invalid({ avatar: faults.map((fault) => fault.replace(/^is /, "Avatar is ")) });
	return storedPicture(value);
}

import { pictureFaults, storedPicture } from "../avatars/picture";
import { FormFile } from "../http/body";
import { invalid, parameterError } from "../http/errors";
import type { StoredFile } from "../state/records";

/** The picture that was sent, to be kept. Throws 400 for what is no file, too big, or of a type that is not taken. */
export function readPicture(given: unknown): StoredFile {
	if (!(given instanceof FormFile)) throw parameterError("avatar is invalid");
	const faults = pictureFaults(given);
	if (faults.length > 0) throw invalid({ avatar: faults.map((fault) => fault.replace(/^is /, "Avatar is ")) });
	return storedPicture(given);
}

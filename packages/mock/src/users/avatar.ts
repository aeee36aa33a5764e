import type { Context } from "../context";
import { FormFile } from "../http/body";
import { invalid, parameterError } from "../http/errors";
import type { User } from "../state/records";

const largest = 200 * 1024;
const formats = ["png", "jpg", "jpeg", "gif", "bmp", "tiff", "ico", "webp"];

/** The address of a user's picture; null without one. */
export const userAvatarUrl = ({ avatar_url }: User, { base }: Pick<Context, "base">): string | null =>
	avatar_url?.startsWith("/") ? `${base}${avatar_url}` : avatar_url;

/** Where a picture is found once it is taken. Throws 400 for what is no file, too big, or of a type that is not taken. */
export function avatarPath(given: unknown, user: Pick<User, "id">): string {
	if (!(given instanceof FormFile)) throw parameterError("avatar is invalid");
	if (given.byteLength > largest) throw invalid({ avatar: ["Avatar is too big (should be at most 200 KiB)"] });
	// No path that a file's name may bring goes into the address.
	const name = (given.fileName.split(/[/\\]/).at(-1) ?? "").replace(/[^\w.+-]/g, "_");
	if (!formats.includes(name.split(".").at(-1)?.toLowerCase() ?? "") || !name.includes("."))
		throw invalid({ avatar: [`file format is not supported. Supported formats: ${formats.join(", ")}`] });
	return `/uploads/user/avatar/${user.id}/${name}`;
}

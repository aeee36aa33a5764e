/** The bodies of the usual refusals. */
export const unknownGroup = { message: "404 Group Not Found" };
export const notFound = { message: "404 Not Found" };
export const unauthorized = { message: "401 Unauthorized" };
export const forbidden = { message: "403 Forbidden" };
export const notTopLevel = { message: "400 Bad request - Must be a top-level group" };
export const tooMany = {
	message: { error: "This endpoint has been requested too many times. Try again later." },
};

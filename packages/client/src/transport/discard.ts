/** Releases the connection without reading the rest of the body. */
export function discard(response: Response): void {
	response.body?.cancel().catch(() => {});
}

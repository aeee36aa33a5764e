/** Gives the connection back without reading the rest. */
export function discard(response: Response): void {
	response.body?.cancel().catch(() => {});
}

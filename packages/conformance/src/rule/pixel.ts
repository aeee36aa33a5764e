/** The bytes of a PNG of one pixel. */
export const pixel = Uint8Array.from(
	atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="),
	(digit) => digit.charCodeAt(0),
);

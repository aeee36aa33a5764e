/** Whether a text is an origin in the format of browsers. */
export const isOrigin = (value: unknown): boolean =>
	typeof value === "string" && URL.canParse(value) && new URL(value).origin === value;

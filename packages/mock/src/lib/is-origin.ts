/** Whether a text is an origin as browsers write it. */
export const isOrigin = (value: unknown): boolean =>
	typeof value === "string" && URL.canParse(value) && new URL(value).origin === value;

/** Whether a value is an object, but not null or an array. */
export const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
	typeof value === "object" && value !== null && !Array.isArray(value);

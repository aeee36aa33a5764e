/** Whether a value is an object with named values: no array, and not null. */
export const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
	typeof value === "object" && value !== null && !Array.isArray(value);

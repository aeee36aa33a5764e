const pattern = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** Whether a value is a text in base64, with padding. */
export const isBase64 = (value: unknown): value is string => typeof value === "string" && pattern.test(value);

/** Returns the bytes of a text in base64. */
export const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

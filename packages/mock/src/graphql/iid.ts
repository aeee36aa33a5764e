/** Reads an IID, the number of something in its project; NaN, which finds nothing, for a text that is none. */
export const readIid = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN);

/** Parses an IID, the number of a record in its project. Returns NaN, which finds nothing, for an invalid text. */
export const readIid = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN);

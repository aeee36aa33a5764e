/** DER, the form in which certificates are written: each value with its kind and its length before it. */

/** A value: its tag, its length, its bytes. */
export function value(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
	const content = Buffer.concat(parts);
	const { length } = content;
	if (length < 0x80) return Buffer.concat([Uint8Array.of(tag, length), content]);
	const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
	return Buffer.concat([Uint8Array.of(tag, 0x80 | bytes.length, ...bytes), content]);
}

export const sequence = (...parts: readonly Uint8Array[]): Uint8Array => value(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]): Uint8Array => value(0x31, ...parts);
export const octets = (...parts: readonly Uint8Array[]): Uint8Array => value(0x04, ...parts);
/** Bits, the last `unused` of which do not count. */
export const bits = (content: Uint8Array, unused = 0): Uint8Array => value(0x03, Uint8Array.of(unused), content);
export const utf8 = (text: string): Uint8Array => value(0x0c, Buffer.from(text));
export const yes: Uint8Array = value(0x01, Uint8Array.of(0xff));
/** Told apart from others by its number within what it stands in. */
export const tagged = (number: number, ...parts: readonly Uint8Array[]): Uint8Array => value(0xa0 | number, ...parts);

/** A whole number from its bytes, the highest first. A first bit of 1 would make it a negative one. */
export const integer = (bytes: Uint8Array): Uint8Array =>
	value(0x02, ...((bytes[0] ?? 0) & 0x80 ? [Uint8Array.of(0)] : []), bytes);

/** A time before 2050: `YYMMDDHHMMSSZ`. */
export const time = (at: Date): Uint8Array =>
	value(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, "")}Z`));

/** The number of a kind of thing, such as `2.5.4.3`: the first two in one byte, the others in groups of seven bits. */
export function objectId(dotted: string): Uint8Array {
	const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
	const bytes = [first * 40 + second];
	for (const part of rest) {
		const groups = [part & 0x7f];
		for (let left = part >> 7; left > 0; left >>= 7) groups.unshift(0x80 | (left & 0x7f));
		bytes.push(...groups);
	}
	return value(0x06, Uint8Array.from(bytes));
}

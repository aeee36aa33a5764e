import { encodeUtf8 } from "../../lib/utf8";

/** The hash by which git identifies a file's content. The runtime's own crypto API is asynchronous. */

const rotate = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** Mixes one block of 64 bytes into the state, in the four rounds of SHA-1. */
function mix(state: Int32Array, words: Int32Array): void {
	for (let at = 16; at < 80; at++) {
		const [a = 0, b = 0, c = 0, d = 0] = [words[at - 3], words[at - 8], words[at - 14], words[at - 16]];
		words[at] = rotate(a ^ b ^ c ^ d, 1);
	}
	let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
	for (let at = 0; at < 80; at++) {
		let round: number;
		if (at < 20) round = ((b & c) | (~b & d)) + 0x5a827999;
		else if (at < 40) round = (b ^ c ^ d) + 0x6ed9eba1;
		else if (at < 60) round = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
		else round = (b ^ c ^ d) + 0xca62c1d6;
		const next = (rotate(a, 5) + round + e + (words[at] ?? 0)) | 0;
		e = d;
		d = c;
		c = rotate(b, 30);
		b = a;
		a = next;
	}
	for (const [index, word] of [a, b, c, d, e].entries()) state[index] = ((state[index] ?? 0) + word) | 0;
}

/** Returns the git object ID of a content: the SHA-1 of the word `blob`, the length and the bytes. */
export function blobHash(content: Uint8Array): string {
	const head = encodeUtf8(`blob ${content.length}\0`);
	const length = head.length + content.length;
	const whole = new Uint8Array(Math.ceil((length + 9) / 64) * 64);
	whole.set(head);
	whole.set(content, head.length);
	whole[length] = 0x80;
	const view = new DataView(whole.buffer);
	view.setBigUint64(whole.length - 8, BigInt(length) * 8n);
	const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
	const words = new Int32Array(80);
	for (let block = 0; block < whole.length; block += 64) {
		for (let word = 0; word < 16; word++) words[word] = view.getInt32(block + word * 4);
		mix(state, words);
	}
	return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Returns forty hexadecimal digits that depend only on the text, for reproducible values such as commit hashes. */
export function sha(text: string): string {
	let out = "";
	for (let part = 0; out.length < 40; part++) {
		let hash = 0x811c9dc5 ^ part;
		for (let index = 0; index < text.length; index++) {
			hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
			hash ^= hash >>> 13;
		}
		out += (hash >>> 0).toString(16).padStart(8, "0");
	}
	return out.slice(0, 40);
}

/** Whether a text fits a pattern in which each `*` stands for any run of characters, slashes too. It never tries twice. */
export function fits(pattern: string, text: string): boolean {
	const [first = "", ...rest] = pattern.split("*");
	const last = rest.pop();
	if (last === undefined) return pattern === text;
	if (!text.startsWith(first)) return false;
	let at = first.length;
	for (const part of rest) {
		const found = text.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	return text.length - last.length >= at && text.endsWith(last);
}

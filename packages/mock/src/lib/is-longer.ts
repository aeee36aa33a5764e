/** Whether a text has more characters than `most`, as code points, counted without creating strings. */
export function isLonger(text: string, most: number): boolean {
	if (text.length <= most) return false;
	if (text.length > 2 * most) return true;
	let points = 0;
	for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
		if (++points > most) return true;
	return false;
}

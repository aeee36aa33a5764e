/** A date in HTTP's format, such as `Sun, 06 Nov 1994 08:49:37 GMT`. */
const httpDate = /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/;

/**
 * Returns the number of seconds to wait, from Retry-After (seconds or a date), or else RateLimit-Reset (seconds, or
 * seconds since 1970). Other values are ignored.
 */
export const retryAfter = (headers: Headers): number | undefined =>
	secondsOf(headers.get("retry-after")) ?? secondsOf(headers.get("ratelimit-reset"));

function secondsOf(value: string | null): number | undefined {
	const text = value ?? "";
	const isDate = httpDate.test(text);
	const seconds = isDate ? Date.parse(text) / 1000 : /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
	if (Number.isNaN(seconds)) return undefined;
	// Such a large number is a time: no server asks for a wait of thirty years.
	return isDate || seconds > 1e9 ? Math.max(0, seconds - Date.now() / 1000) : seconds;
}

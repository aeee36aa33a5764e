/** A date as HTTP writes it, e.g. `Sun, 06 Nov 1994 08:49:37 GMT`. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Seconds to wait, from Retry-After (seconds or a date), or else RateLimit-Reset (seconds, or seconds since 1970). What is
 * neither is ignored.
 */
export const retryAfter = (headers: Headers): number | undefined =>
	secondsOf(headers.get("retry-after")) ?? secondsOf(headers.get("ratelimit-reset"));

function secondsOf(value: string | null): number | undefined {
	const text = value?.trim() ?? "";
	const now = Date.now() / 1000;
	if (httpDate.test(text)) {
		const wait = Date.parse(text) / 1000 - now;
		return Number.isNaN(wait) ? undefined : Math.max(0, wait);
	}
	if (!/^\d+(\.\d+)?$/.test(text)) return undefined;
	const seconds = Number(text);
	// No server asks for a wait of thirty years: that large a number is a time.
	return seconds > 1e9 ? Math.max(0, seconds - now) : seconds;
}

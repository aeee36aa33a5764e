/**
 * Returns the URL in printable ASCII, as every client should send it: other characters are percent-encoded as UTF-8, so
 * that the URL can be parsed, and used in links and headers.
 */
export const asciiUrl = (url: string): string =>
	/[^!-~]/.test(url)
		? // A lone surrogate cannot be encoded.
			url.replace(/[^!-~]+/g, (run) => encodeURIComponent(run.replace(/\p{Surrogate}/gu, "\ufffd")))
		: url;

/**
 * The address in printable ASCII, as every client should have sent it: its other characters are percent-encoded as
 * UTF-8, so that it can be read, and written into links and headers again.
 */
export const asciiUrl = (url: string): string =>
	/[^!-~]/.test(url)
		? // Half a surrogate pair has no encoding.
			url.replace(/[^!-~]+/g, (run) => encodeURIComponent(run.replace(/\p{Surrogate}/gu, "\ufffd")))
		: url;

/** The address, or undefined where the text is none. `URL.parse` is too new for the oldest runtime that we serve. */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

/** Whether the address is this machine's own. */
export const isLoopback = ({ hostname }: URL): boolean => /^((.+\.)?localhost|127[\d.]+|\[::1])$/.test(hostname);

/** Parses a URL; undefined if it is invalid. `URL.parse` is not available in the oldest supported runtime. */
export function parseUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}

/** Whether the URL points to this machine. */
export const isLoopback = ({ hostname }: URL): boolean => /^((.+\.)?localhost|127[\d.]+|\[::1])$/.test(hostname);

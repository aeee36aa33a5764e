import type { RawRequest } from "./raw";

/** The parts of a request's URL. */
export interface Target {
	/** Scheme and host of an absolute URL; undefined if the URL is only a path, as servers receive it. */
	readonly origin: string | undefined;
	readonly path: string;
	readonly query: string;
}

const absolute = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)(.*)$/i;

/** Splits a request's URL into its parts. */
export function locate({ url }: Pick<RawRequest, "url">): Target {
	// Servers receive only a path, which does not need to be searched for an origin.
	const [, origin, rest = url] = (url.startsWith("/") ? undefined : absolute.exec(url)) ?? [];
	const hash = rest.indexOf("#");
	const whole = hash < 0 ? rest : rest.slice(0, hash);
	const mark = whole.indexOf("?");
	return {
		origin,
		path: mark < 0 ? whole : whole.slice(0, mark),
		query: mark < 0 ? "" : whole.slice(mark + 1),
	};
}

/** Returns the origin for links. An invalid host is replaced by `localhost`. */
function originOf(origin: string): string {
	// Drop credentials in the URL.
	const [, scheme = "http:", host = ""] = /^([^/]+)\/\/(?:[^@]*@)?(.*)$/.exec(origin) ?? [];
	const plain = /^(?:[\w.-]+|\[[\d.:a-f]+\])(?::\d+)?$/i.test(host) && URL.canParse(`http://${host}`);
	return `${scheme}//${plain ? host : "localhost"}`;
}

/** Returns the origins for links, caching the last one: nearly every request has the origin of the one before. */
export class Origins {
	#sent: string | undefined;
	#host: string | undefined;
	#origin = originOf("http://");

	/** @param host The Host header, for requests without an origin in their URL. */
	of(origin: string | undefined, host: string | undefined): string {
		if (this.#sent !== origin || this.#host !== host) {
			this.#origin = originOf(origin ?? `http://${host ?? ""}`);
			this.#sent = origin;
			this.#host = host;
		}
		return this.#origin;
	}
}

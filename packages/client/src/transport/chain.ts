import type { Core } from "../connection/connection";
import { authenticated, type Write } from "./authenticated";
import { counted } from "./counted";
import { dispatch } from "./dispatch";
import { inTime } from "./in-time";
import { inTurn } from "./in-turn";
import { read } from "./read";
import { redirects } from "./redirects";
import { retry, type Transmit } from "./retry";
import { sudo } from "./sudo";
import { throughMiddleware } from "./through-middleware";

/** The optional links of a chain. */
interface Links {
	/** Writes the client's token into each attempt. Absent if requests carry no token. */
	readonly write?: Write;
	/** Whether all responses, even refusals, are returned with their bodies unread. */
	readonly raw?: boolean;
}

/**
 * Builds the chain of links, once per client. Links that are not needed are left out. A dialect would rewrite the
 * request between `counted` and `throughMiddleware`, and the response's body after `read`.
 */
export function chain(core: Core, { write, raw = false }: Links): Transmit {
	let send = redirects(core, dispatch(core));
	if (core.middleware.length > 0) send = throughMiddleware(core.middleware, send);
	send = counted(core.events, send);
	if (write) send = sudo(send);
	if (write && core.credentials) send = authenticated(core.credentials, write, send);
	if (!raw) send = read(send);
	send = inTime(send);
	if (core.limit) send = inTurn(core.limit, send);
	return retry(core, send, raw);
}

/** Creates one chain per client, when it is first needed. */
function oncePerCore(make: (core: Core) => Transmit): (core: Core) => Transmit {
	const made = new WeakMap<Core, Transmit>();
	return (core) => {
		let transmit = made.get(core);
		if (!transmit) {
			transmit = make(core);
			made.set(core, transmit);
		}
		return transmit;
	};
}

const writeOf =
	({ credentials }: Core): Write =>
	({ headers }, token) =>
		credentials?.write(headers, token);

/** Sends calls to the client's own platform. */
export const toPlatform = /* @__PURE__ */ oncePerCore((core) => chain(core, { write: writeOf(core) }));

/** Sends calls to the client's own platform for callers that read the responses themselves. */
export const toPlatformRaw = /* @__PURE__ */ oncePerCore((core) => chain(core, { write: writeOf(core), raw: true }));

/** Sends calls to any other host, without the client's credential. */
export const elsewhere = /* @__PURE__ */ oncePerCore((core) => chain(core, {}));

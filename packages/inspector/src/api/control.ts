import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "../generated/control";
import { basePath } from "./base";
import { host } from "./host";

export type Schemas = components["schemas"];
export type Summary = Schemas["JournalSummary"];
export type Detail = Schemas["JournalDetail"];

/** The error of a call that the control API refused. */
export class ControlFailure extends Error {
	readonly status: number;
	readonly faults: readonly { readonly pointer: string; readonly message: string }[];

	constructor(status: number, message: string, faults: ControlFailure["faults"] = []) {
		super(message);
		this.name = "ControlFailure";
		this.status = status;
		this.faults = faults;
	}
}

/** The control token. It is only kept in memory, and lost when the page is closed. */
let controlToken: string | undefined;
export const setControlToken = (token: string): void => {
	controlToken = token;
};

/** Returns the world in the URL; undefined for the unnamed one. */
export const currentWorld = (): string | undefined => new URLSearchParams(host().query()).get("world") ?? undefined;

/** Returns the headers that select a world in a call of the control API; undefined for the unnamed world. */
export function headersIn(world: string | undefined): Record<string, string> {
	return {
		// All of them come by the query.
		...(world === undefined || world === "*" ? {} : { "X-Mock-World": world }),
		...(controlToken === undefined ? {} : { "X-Mock-Control-Token": controlToken }),
	};
}

/** Returns the options of a call for a world other than the page's. */
export const forWorld = (name: string): { headers: Record<string, string> } => ({ headers: { "X-Mock-World": name } });

/** Returns the headers of every call of the control API. */
export const controlHeaders = (): Record<string, string> => headersIn(currentWorld());

const headers: Middleware = {
	onRequest({ request }) {
		// A call that names a world uses that one.
		for (const [name, value] of Object.entries(controlHeaders()))
			if (!request.headers.has(name)) request.headers.set(name, value);
		return request;
	},
	async onResponse({ response }) {
		if (response.ok) return undefined;
		const body: Partial<Schemas["Refusal"]> = await response.json().catch(() => ({}));
		throw new ControlFailure(
			response.status,
			body.message ?? `The mock responded with ${response.status}.`,
			body.faults,
		);
	},
};

/** The control API, typed by openapi/control.yaml. Every call throws a ControlFailure if it is refused. */
export const control = createClient<paths>({
	baseUrl: new URL(basePath, location.origin).href,
	headers: { Accept: "application/json" },
	fetch: (request) => host().fetch(request),
});
control.use(headers);

/** Returns the body of a response that was not refused. */
export async function bodyOf<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
	const { data } = await call;
	if (data === undefined) throw new Error("The mock's response has no body.");
	return data;
}

import createClient, { type Middleware } from "openapi-fetch";
import type { components, paths } from "../generated/control";
import { basePath } from "./base";
import { host } from "./host";

export type Schemas = components["schemas"];
export type Summary = Schemas["JournalSummary"];
export type Detail = Schemas["JournalDetail"];

/** A refusal of the control API. */
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

/** Kept in memory alone: it is gone with the page. */
let controlToken: string | undefined;
export const setControlToken = (token: string): void => {
	controlToken = token;
};

/** The world that the shown address names; undefined for the one without a name. */
export const currentWorld = (): string | undefined => new URLSearchParams(host().query()).get("world") ?? undefined;

/** What a call of the control API in a world is sent with; undefined for the world without a name. */
export function headersIn(world: string | undefined): Record<string, string> {
	return {
		// All of them come by the query.
		...(world === undefined || world === "*" ? {} : { "X-Mock-World": world }),
		...(controlToken === undefined ? {} : { "X-Mock-Control-Token": controlToken }),
	};
}

/** What a call is given to be for a world that need not be the page's. */
export const forWorld = (name: string): { headers: Record<string, string> } => ({ headers: { "X-Mock-World": name } });

/** What every call of the control API is sent with. */
export const controlHeaders = (): Record<string, string> => headersIn(currentWorld());

const headers: Middleware = {
	onRequest({ request }) {
		// A call that names a world is for that one.
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

/** The body of a response that was not refused. */
export async function bodyOf<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
	const { data } = await call;
	if (data === undefined) throw new Error("The mock's response has no body.");
	return data;
}

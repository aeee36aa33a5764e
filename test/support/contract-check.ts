/** Checks responses against the contract. Violations throw, so that no test can pass with an undeclared response. */
import { type Contract, contract, readContract } from "../../packages/conformance/src/wire/document";
import { Judge, judge, requestJudge, times } from "../../packages/conformance/src/wire/judge";

interface Checks {
	readonly operationOf: Contract["operationOf"];
	/** Throws if the contract does not declare a response for the request. `text` is the body. */
	checkResponse(method: string, url: string, status: number, type: string | null, text: string): void;
}

const checksOf = (of: Contract, validator: Judge): Checks => ({
	operationOf: of.operationOf.bind(of),
	checkResponse(method, url, status, type, text) {
		const faults = validator.faultsOfResponse(method, url, status, type, text);
		if (faults.length === 0) return;
		const said = faults.map((fault) => fault.message).join("; ");
		throw new Error(`${method} ${url} → ${status} breaks the contract: ${said}\n${text.slice(0, 2000)}`);
	},
});

export const { operationOf, checkResponse } = checksOf(contract, judge);

/** Returns the checks for a platform with the names of a dialect. */
export function contractOf(dialect: "specification" | "gitlab"): Checks {
	if (dialect === "specification") return { operationOf, checkResponse };
	const gitlab = readContract("openapi.gitlab.json");
	return checksOf(gitlab, new Judge(gitlab, times.any));
}

/** Throws if the contract does not accept a JSON request body. */
export function checkRequest(method: string, url: string, type: string | null, text: string): void {
	const faults = requestJudge.faultsOfRequest(method, url, type, text);
	if (faults.length === 0) return;
	const said = faults.map((fault) => fault.message).join("; ");
	throw new Error(`${method} ${url} (request) breaks the contract: ${said}\n${text.slice(0, 2000)}`);
}

type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** Returns a fetch that validates every response against the contract, and with `requests` also every request. */
export function checkedFetch(fetch: Fetch, { requests = false } = {}): Fetch {
	return async (input, init) => {
		const request = new Request(input, init);
		if (requests)
			checkRequest(request.method, request.url, request.headers.get("content-type"), await request.clone().text());
		const response = await fetch(request);
		const copy = response.clone();
		const type = copy.headers.get("content-type");
		checkResponse(request.method, request.url, copy.status, type, await copy.text());
		return response;
	};
}

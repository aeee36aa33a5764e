/** What breaks the contract throws, so that no test can pass by an answer that the contract does not know. */
import { contract } from "../../packages/conformance/src/wire/document";
import { judge } from "../../packages/conformance/src/wire/judge";

export const operationOf = contract.operationOf.bind(contract);

/** Throws if an answer is not one that the contract declares for the request. `text` is the body. */
export function checkResponse(method: string, url: string, status: number, type: string | null, text: string): void {
	const faults = judge.faultsOfResponse(method, url, status, type, text);
	if (faults.length === 0) return;
	const said = faults.map((fault) => fault.message).join("; ");
	throw new Error(`${method} ${url} → ${status} breaks the contract: ${said}\n${text.slice(0, 2000)}`);
}

/** Throws if a JSON request body is not one that the contract takes. */
export function checkRequest(method: string, url: string, type: string | null, text: string): void {
	const faults = judge.faultsOfRequest(method, url, type, text);
	if (faults.length === 0) return;
	const said = faults.map((fault) => fault.message).join("; ");
	throw new Error(`${method} ${url} (request) breaks the contract: ${said}\n${text.slice(0, 2000)}`);
}

type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** The same fetch, with every answer held against the contract; `requests` holds the requests against it too. */
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

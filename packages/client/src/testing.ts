/**
 * Fakes for unit tests without a server: {@link fakeClient}, {@link fakeList}, {@link fakeResult}, {@link fakeRefusal}.
 */
import { ApiPromise } from "./calls/api-promise";
import { createClient, type Tenon } from "./client/client";
import type { ClientExtension, Extended } from "./client/extend";
import type { ResourcesByName } from "./client/facade";
import { rowsOf } from "./client/rows";
import { connect } from "./connection/connection";
import { apiError, UsageError } from "./errors/errors";
import { parseError } from "./errors/parse-error";
import { type Resources, resources } from "./generated/resources";
import { Paginated } from "./paging/paginated";

const baseUrl = "https://fake.test";

/** A record with only the fields that a test needs. */
type Loose<Value> = Value extends readonly (infer Item)[]
	? readonly Loose<Item>[]
	: Value extends object
		? { readonly [Name in keyof Value]?: Loose<Value[Name]> | undefined }
		: Value;

type DataOf<Result> = Result extends Paginated<infer Item> ? readonly Loose<Item>[] : Loose<Awaited<Result>>;

type FakeMethod<Method> = Method extends (...args: infer Args) => infer Result
	? (...args: Args) => Result | DataOf<Result> | Promise<DataOf<Result>>
	: never;

/** Fake methods by resource and method. Methods that are left out must not be called. */
export type FakeMethods<All = Resources> = {
	readonly [Resource in keyof All]?: {
		readonly [Method in keyof All[Resource]]?: FakeMethod<All[Resource][Method]>;
	};
};

/** A call that a fake client has recorded. */
export interface FakeCall {
	/** The resource and method, such as `users.list`. */
	readonly method: string;
	readonly params: unknown;
	readonly options: unknown;
}

/** A client whose methods are fakes. */
export interface FakeClient extends Tenon {
	/** The calls so far, in order. */
	readonly calls: readonly FakeCall[];
}

/** A client as `extend` returns it, whose methods are fakes. */
export type ExtendedFake<Chosen> = Extended<Tenon, Chosen> & Pick<FakeClient, "calls">;

/**
 * Creates the result of a method that returns one record.
 *
 * @example
 * const result = fakeResult({ id: 7, name: "Acme" });
 * const { data, response } = await result.withResponse();
 */
export const fakeResult = <T>(data: T, init: ResponseInit = {}): ApiPromise<T> =>
	new ApiPromise(() => async () => {
		const content = JSON.stringify(data) ?? "";
		return { data, content, response: new Response(content || null, { status: content ? 200 : 204, ...init }) };
	});

/**
 * Creates the result of a method that the server refuses: it rejects with the ApiError of the status.
 *
 * @example
 * const tenon = fakeClient({ groups: { get: () => fakeRefusal(404, { message: "404 Group Not Found" }) } });
 */
export const fakeRefusal = (status: number, body: unknown = { message: `${status}` }): ApiPromise<never> =>
	new ApiPromise(() => async () => {
		throw apiError({
			...parseError(body),
			status,
			body,
			operationId: "fake",
			method: "GET",
			path: "/",
			headers: new Headers(),
			requestId: undefined,
			attempts: 1,
			outcomeUnknown: false,
			ambiguous: false,
		});
	});

/**
 * Creates the result of a method that returns a list. You can page, iterate, collect and count it like a real one.
 *
 * @param perPage the number of items per page if the call does not set it
 * @example
 * const list = fakeList([{ id: 1 }, { id: 2 }, { id: 3 }], 2);
 * const { items, total } = await list; // two items of three
 */
export function fakeList<T>(items: readonly T[], perPage = 20): Paginated<T> {
	const respond = async (input: string | Request): Promise<Response> => {
		const query = new URL(typeof input === "string" ? input : input.url).searchParams;
		const size = Number(query.get("per_page") ?? perPage);
		const page = Number(query.get("page") ?? 1);
		const isLast = page * size >= items.length;
		const headers = {
			"x-page": `${page}`,
			"x-per-page": `${size}`,
			"x-total": `${items.length}`,
			"x-total-pages": `${Math.ceil(items.length / size)}`,
			"x-next-page": isLast ? "" : `${page + 1}`,
		};
		return new Response(JSON.stringify(items.slice((page - 1) * size, page * size)), { headers });
	};
	const params = perPage === 20 ? {} : { per_page: perPage };
	return new Paginated<T>(connect({ baseUrl, fetch: respond }), { id: "fake", verb: "GET", path: "/fake" }, params);
}

/**
 * Creates a client for unit tests. Each method is a function that you pass; it returns data, or the result of `fakeResult`,
 * `fakeList` or `fakeRefusal`. The client records its calls. Other methods throw a UsageError with their name.
 *
 * @example
 * const tenon = fakeClient({
 *   users: { getCurrent: () => ({ id: 7, username: "developer" }), list: () => [{ id: 7 }, { id: 8 }] },
 * });
 * await tenon.users.getCurrent();
 * console.log(tenon.calls[0]?.method); // users.getCurrent
 */
export function fakeClient(methods?: FakeMethods): FakeClient;
/**
 * Creates a fake client with your own operations, in place of `extend(createClient(…), extension)`.
 *
 * @param extension the exports of `tenon-contract generate`, as `extend` accepts them
 * @example
 * const tenon = fakeClient({ approvalRules: { list: () => [{ id: 7, name: "Security" }] } }, company);
 */
export function fakeClient<Chosen extends ResourcesByName>(
	methods: FakeMethods<Extended<Resources, Chosen>>,
	extension: ClientExtension<Chosen>,
): ExtendedFake<Chosen>;
export function fakeClient(
	methods: { readonly [resource: string]: { readonly [name: string]: unknown } | undefined } = {},
	extension?: ClientExtension,
): unknown {
	const calls: FakeCall[] = [];
	const client = createClient({ baseUrl, fetch: refuse });
	const all: ResourcesByName = { ...resources, ...extension?.resources };
	const put = (name: string, value: unknown): void =>
		void Object.defineProperty(client, name, { value, enumerable: name in all });
	for (const resource of Object.keys(all)) {
		const own = methods[resource] ?? {};
		const senders = new Map([...sendersOf(resources, resource), ...sendersOf(extension?.resources, resource)]);
		const names = new Set([...senders.keys(), ...Object.keys(own)]);
		const fakes = [...names].map((name) => [
			name,
			(params?: unknown, options?: unknown) => {
				const method = `${resource}.${name}`;
				calls.push({ method, params, options });
				const fake = own[name];
				if (typeof fake !== "function") throw new UsageError(method, "has no stand-in in this fake client");
				return resultOf(fake(params, options), senders.get(name) === "list");
			},
		]);
		put(resource, Object.fromEntries(fakes));
	}
	put("calls", calls);
	put("sudo", () => client);
	put("withOptions", () => client);
	return client;
}

/** Returns the name of each method of a resource with the name of its sender. */
function sendersOf(from: ResourcesByName = {}, resource: string): [string, string][] {
	return rowsOf(from[resource]?.rows ?? "").map(({ name, sender }) => [name, sender]);
}

const refuse = (): Promise<Response> => Promise.reject(new UsageError("fetch", "is never called by a fake client"));

/** Wraps data in the result that a method would return. */
function resultOf(value: unknown, isList: boolean): unknown {
	if (value instanceof ApiPromise || value instanceof Paginated) return value;
	if (isList && Array.isArray(value)) return fakeList(value);
	return new ApiPromise(() => async () => ({ ...(await fakeResult(await value).withResponse()), content: undefined }));
}

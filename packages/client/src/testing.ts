/** Stand-ins for unit tests without a server: {@link fakeClient}, {@link fakeList}, {@link fakeResult}, {@link fakeRefusal}. */
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

/** A record that a test gives only the fields that it needs. */
type Loose<Value> = Value extends readonly (infer Item)[]
	? readonly Loose<Item>[]
	: Value extends object
		? { readonly [Name in keyof Value]?: Loose<Value[Name]> | undefined }
		: Value;

type DataOf<Result> = Result extends Paginated<infer Item> ? readonly Loose<Item>[] : Loose<Awaited<Result>>;

type FakeMethod<Method> = Method extends (...args: infer Args) => infer Result
	? (...args: Args) => Result | DataOf<Result> | Promise<DataOf<Result>>
	: never;

/** Stand-ins by resource and method; those that are not there must not be called. */
export type FakeMethods<All = Resources> = {
	readonly [Resource in keyof All]?: {
		readonly [Method in keyof All[Resource]]?: FakeMethod<All[Resource][Method]>;
	};
};

/** A call that a fake client has recorded. */
export interface FakeCall {
	/** Resource and method, as `users.list`. */
	readonly method: string;
	readonly params: unknown;
	readonly options: unknown;
}

/** A client whose methods are stand-ins. */
export interface FakeClient extends Tenon {
	/** The calls so far, in their order. */
	readonly calls: readonly FakeCall[];
}

/** A client as `extend` returns it, whose methods are stand-ins. */
export type ExtendedFake<Chosen> = Extended<Tenon, Chosen> & Pick<FakeClient, "calls">;

/**
 * What a method returns for one record.
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
 * What a method returns for a refusal: rejects with the ApiError of the status.
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
 * What a method returns for a list: it pages, iterates, collects and counts as a real one does.
 *
 * @param perPage how many items a page has where the walk does not say
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
 * A client for unit tests: each method is a function of yours, which returns data, or what `fakeResult`, `fakeList` and
 * `fakeRefusal` return. It records its calls. A method without a stand-in throws a UsageError that names it.
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
 * The same with your own operations, in place of `extend(createClient(…), extension)`.
 *
 * @param extension What `tenon-contract generate` exports, as `extend` takes it.
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

/** What sends each method of a resource, by its name. */
function sendersOf(from: ResourcesByName = {}, resource: string): [string, string][] {
	return rowsOf(from[resource]?.rows ?? "").map(({ name, sender }) => [name, sender]);
}

const refuse = (): Promise<Response> => Promise.reject(new UsageError("fetch", "is never called by a fake client"));

/** Data as a method would return it. */
function resultOf(value: unknown, isList: boolean): unknown {
	if (value instanceof ApiPromise || value instanceof Paginated) return value;
	if (isList && Array.isArray(value)) return fakeList(value);
	return new ApiPromise(() => async () => ({ ...(await fakeResult(await value).withResponse()), content: undefined }));
}

import { schemaText } from "@tenon/contract/graphql-schema";
import type { Context } from "../../rule/context";
import { ask, GraphqlResponse } from "../../rule/graphql";
import { type Fields, isFields } from "../../rule/response";
import type { Rule } from "../../rule/rule";
import { batch, many, messageOf, quoted, reads, respond, stated, unstated, writes } from "./lab";

/** Has a field that is deprecated. */
const deprecated = '{ runner(id: "gid://service/Ci::Runner/1") { active } }';
const without = "?remove_deprecated=true";
const gone = "Field 'active' doesn't exist on type 'CiRunner'";

/** Queries of a deprecated argument and value, and their refusals where those are removed. */
const others = (t: Context): readonly (readonly [query: string, refusal: string | RegExp])[] => [
	[`{ project(fullPath: ${quoted(t.scene("project"))}) { runners(active: true) { nodes { id } } } }`, "Field 'runners' doesn't accept argument 'active'"],
	["{ users(sort: created_asc, first: 1) { nodes { id } } }", /created_asc/],
];

/** The field must be refused as one that does not exist. */
function refuses(response: GraphqlResponse): void {
	response.refuses(gone);
	const extensions = response.errors[0]?.extensions;
	if (!isFields(extensions) || extensions.code !== "undefinedField") response.http.assume("the error's code: expected undefinedField");
}
/** The field must be there still. */
const responses = (t: Context, response: GraphqlResponse): void =>
	t.holds("the deprecated field is there", Object.hasOwn(response.found, "runner"), response.http);

/** Every item of the schema as `CiRunner.active`, `Project.runners(active)`, `Sort.created_asc`, with the reason why it is deprecated. */
async function items(t: Context, address = ""): Promise<ReadonlyMap<string, unknown>> {
	const query = `{ __schema { types { name
		fields(includeDeprecated: true) { name deprecationReason args(includeDeprecated: true) { name deprecationReason } }
		inputFields(includeDeprecated: true) { name deprecationReason }
		enumValues(includeDeprecated: true) { name deprecationReason } } } }`;
	const found = new Map<string, unknown>();
	const lists = (one: Fields, name: string): readonly Fields[] => (Array.isArray(one[name]) ? one[name].filter(isFields) : []);
	for (const type of (await respond(t.as("guest"), { query }, address)).list("__schema.types"))
		for (const one of [...lists(type, "fields"), ...lists(type, "inputFields"), ...lists(type, "enumValues")]) {
			found.set(`${type.name}.${one.name}`, one.deprecationReason);
			for (const argument of lists(one, "args")) found.set(`${type.name}.${one.name}(${argument.name})`, argument.deprecationReason);
		}
	return found;
}

/** The contract's types, and their items as above; what is deprecated or behind a flag may not be there. */
const contract = (() => {
	const text = schemaText
		.replace(/"(?:\\.|[^"\\])*"/g, " ")
		.replace(/@(deprecated|flag)(\([^()]*\))?/g, "~")
		.replace(/@\w+(\([^()]*\))?/g, "");
	const types = new Set([...text.matchAll(/\b(?:type|interface|union|enum|input|scalar) (\w+)/g)].map(([, name = ""]) => name));
	const found = [...text.matchAll(/\b(type|interface|input|enum) (\w+)[^{}]*\{([^{}]*)\}/g)].flatMap(([, kind, type, body = ""]) => {
		const parts = kind === "enum" ? body.trim().split(/\s+(?=\w)/) : body.split(/(?=\b\w+(?:\([^()]*\))?:)(?![^(]*\))/);
		return parts
			.filter((part) => part.trim() !== "" && !part.includes("~"))
			.flatMap((part) => {
				const [, name = "", args = ""] = /(\w+)(?:\(([^()]*)\))?/.exec(part) ?? [];
				return [`${type}.${name}`, ...[...args.matchAll(/(\w+):/g)].map(([, argument]) => `${type}.${name}(${argument})`)];
			});
	});
	return { types, items: found };
})();

/** The major release in which a deprecated item is removed: the first one after six more releases. A major release has twelve minor ones. */
function removedIn(reason: unknown): number {
	const [, major, minor] = /release (\d+)\.(\d+)/.exec(String(reason)) ?? [];
	return Math.ceil((Number(major) * 12 + Number(minor) + 6) / 12);
}

export const schemaRules: readonly Rule[] = [
	unstated("GQL-019", "Introspection lists all types of the contract, with their fields, arguments and enum values.", reads, async (t) => {
		const response = await respond(t.as("guest"), { query: "{ __schema { types { name } } }" });
		t.same("the errors of introspection", response.errors, [], response.http);
		const names = new Set(response.list("__schema.types").map(({ name }) => name));
		t.same(
			"the contract's types that are missing",
			[...contract.types].filter((name) => !names.has(name)),
			[],
		);
		const there = await items(t);
		t.same(
			"their items that are missing",
			contract.items.filter((name) => !there.has(name)),
			[],
		);
	}),
	unstated("GQL-020", "Introspection works without credentials and does not count toward the complexity score.", reads, async (t) => {
		const charged = await respond(t.anonymous, { query: "{ __schema { types { name } } queryComplexity { score } }" });
		t.same("the errors of introspection", charged.errors, [], charged.http);
		t.same("the score of queryComplexity with introspection", charged.at("queryComplexity.score"), 2, charged.http);
		const wide = await ask(t.anonymous, `{ ${many(100, (at) => `s${at}: __schema { queryType { name } }`)} }`);
		t.same("the last of a hundred introspections", wide.at("s99.queryType.name"), "Query", wide.http);
	}),
	unstated("GQL-022", "Aliases, named and inline fragments, @include, @skip and __typename work as the GraphQL specification defines.", reads, async (t) => {
		const query = `query($yes: Boolean!) {
				one: echo(text: "1") two: echo(text: "2") ...Named ... on Query { __typename }
				skipped: echo(text: "3") @skip(if: $yes) kept: echo(text: "4") @include(if: $yes)
				left: echo(text: "5") @skip(if: false) out: echo(text: "6") @include(if: false)
			}
			fragment Named on Query { currentUser { username } }`;
		const { http: response, data } = await ask(t.anonymous, query, { yes: true });
		const echoed = { one: "nil says: 1", two: "nil says: 2", kept: "nil says: 4", left: "nil says: 5" };
		t.same("the data", data, { ...echoed, currentUser: null, __typename: "Query" }, response);
	}),
	stated("GQL-032", "With remove_deprecated=true in the URL, the schema has no deprecated items, and a query that uses one is refused.", reads, async (t) => {
		const isDeprecated = ([, reason]: readonly [string, unknown]) => typeof reason === "string";
		if (![...(await items(t))].some(isDeprecated)) t.skip("the schema has no deprecated items");
		t.same("the deprecated items that are left", [...(await items(t, without))].filter(isDeprecated), []);
		const { errors, http } = await respond(t.as("guest"), { query: deprecated }, without);
		t.holds("a query of a deprecated field should be an error", errors.length > 0, http);
		t.assume("it should be refused as an unknown one", errors[0]?.message === gone, http);
	}),
	stated("GQL-033", "Without remove_deprecated, or with false, queries can use deprecated fields, arguments and enum values.", reads, async (t) => {
		for (const address of ["", "?remove_deprecated=false"]) {
			responses(t, await respond(t.as("guest"), { query: deprecated }, address));
			for (const [query] of others(t)) t.holds("there is data", isFields((await respond(t.as("guest"), { query }, address)).data));
		}
	}),
	unstated("GQL-034", "remove_deprecated has the same effect in the request body and in the URL of a query by GET.", reads, async (t) => {
		const byGet = async (query: Record<string, string>) => new GraphqlResponse(await t.as("guest").send("GET", "/api/graphql", { query }));
		for (const remove_deprecated of [true, "true"]) refuses(await respond(t.as("guest"), { query: deprecated, remove_deprecated }));
		for (const remove_deprecated of [false, "false", null]) responses(t, await respond(t.as("guest"), { query: deprecated, remove_deprecated }));
		refuses(await byGet({ query: deprecated, remove_deprecated: "true" }));
		for (const sent of [{}, { remove_deprecated: "false" }]) responses(t, await byGet({ query: deprecated, ...sent }));
	}),
	unstated("GQL-035", "remove_deprecated removes deprecated items from validation and introspection, and removes no other items.", reads, async (t) => {
		for (const [query, message] of others(t)) (await respond(t.as("guest"), { query }, without)).refuses(message);
		const all = await items(t);
		t.holds(
			"the whole schema has deprecated items",
			[...all.values()].some((reason) => reason !== null && reason !== undefined),
		);
		const expected = [...all].filter(([name, reason]) => reason === null && !all.get(name.replace(/\(.*/, ""))).map(([name]) => name);
		t.same("the items without deprecated ones", [...(await items(t, without)).keys()].sort(), expected.sort());
	}),
	unstated("GQL-036", "remove_deprecated in the URL applies to every entry of a batch.", reads, async (t) => {
		const results = await batch(t.as("guest"), ["{ __typename }", deprecated, deprecated], without);
		t.same("the messages", results.map(messageOf), [undefined, gone, gone]);
	}),
	stated("GQL-038", "A deprecated item stays in the schema for six releases and is removed in the next XX.0 release.", writes, async (t) => {
		const all = await items(t);
		const reasons = [...all].filter(([, reason]) => typeof reason === "string");
		t.holds("the schema has deprecated items", reasons.length > 0);
		for (const release of ["17.11", "18.1", "18.7", "18.9"]) {
			await t.given.settings({ release });
			const there = await items(t);
			const major = Number(release.split(".")[0]);
			for (const [name, reason] of reasons) t.same(`whether ${name} (${reason}) is there in ${release}`, there.has(name), major < removedIn(reason));
		}
	}),
	unstated("GQL-041", "An item behind a feature flag that is off is refused in requests and missing from introspection.", writes, async (t) => {
		const query = "mutation($i: GroupUpdateInput!) { groupUpdate(input: $i) { errors } }";
		const variables = { i: { fullPath: t.unique("none"), stepUpAuthRequiredOauthProvider: "" } };
		const item = "GroupUpdateInput.stepUpAuthRequiredOauthProvider";
		for (const on of [true, false, true]) {
			await t.given.settings({ flags: { omniauth_step_up_auth_for_namespace: on } });
			t.same("whether it is introspected", (await items(t)).has(item), on);
			const response = await respond(t.as("owner"), { query, variables });
			t.same("whether it is valid", !response.message?.includes("Field is not defined on GroupUpdateInput"), on, response.http);
		}
	}),
	unstated("GQL-046", "The descriptions of first and last state the maximum page size, for every connection.", reads, async (t) => {
		const response = await ask(t.as("guest"), "{ __schema { types { fields { name type { name } args { name description } } } } }");
		const fields = response.list("__schema.types").flatMap((type) => (Array.isArray(type.fields) ? type.fields.filter(isFields) : []));
		const connections = fields.filter(({ type }) => isFields(type) && String(type.name).endsWith("Connection"));
		t.holds("there are more than 40 connections", connections.length > 40);
		for (const { name, args } of connections)
			for (const size of ["first", "last"])
				t.holds(
					`${name} describes ${size}`,
					Array.isArray(args) && args.some((one) => isFields(one) && one.name === size && /at most \d+/.test(String(one.description))),
					response.http,
				);
	}),
];

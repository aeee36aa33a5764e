import type { Context } from "../rule/context";
import { ask, mutate, succeed } from "../rule/graphql";
import type { Fields } from "../rule/response";
import { type Rule, rule } from "../rule/rule";
import { makeIntake } from "../rules/alerts/intake";
import { inner } from "../rules/graphql/connections";
import { quoted } from "../rules/graphql/lab";
import { snippetOf } from "../rules/graphql/snippet-lab";
import { allOf } from "./graphql-paths";

/** A mutation that changes a record, which its Global ID names unless `key` says otherwise. */
interface Change {
	readonly claims: string;
	/** The record in the payload, and its type. */
	readonly field: string;
	readonly type: string;
	readonly key?: string;
	/** Deprecated fields, which are compared as well. */
	readonly more?: string;
	/** Makes a record with a value in each field; it is removed after the rule. */
	readonly make: (t: Context) => Promise<unknown>;
	/** Values of each field of the input; `@` becomes a text that nothing else has. */
	readonly values: { readonly [field: string]: readonly unknown[] };
	/** Fields that null empties; the others it leaves. */
	readonly emptied?: readonly string[];
	/** Fields that follow from one of the input. */
	readonly followers?: { readonly [field: string]: readonly string[] };
}

const changes: { readonly [mutation: string]: Change } = {
	updateSnippet: {
		...{ claims: "GQL-141", field: "snippet", type: "Snippet", emptied: ["description"], followers: { description: ["descriptionHtml"] } },
		make: async (t) => (await snippetOf(t, { description: "Tips", visibilityLevel: "internal" })).id,
		values: { title: ["Changed", "é".repeat(255)], description: ["Other", "Tips"], visibilityLevel: ["private", "public", "internal"] },
	},
	runnerUpdate: {
		...{ claims: "GQL-244, GQL-249, GQL-251", field: "runner", type: "CiRunner", emptied: ["description", "maximumTimeout", "maintenanceNote"] },
		...{ more: "active", followers: { paused: ["active"], active: ["paused"] } },
		make: async (t) => {
			const tags = { tag_list: ["a", "b"], maximum_timeout: 3600, maintenance_note: "Mind the step", locked: true };
			return `gid://service/Ci::Runner/${(await t.given.runner({ description: "Built here", ...tags })).number("id")}`;
		},
		values: {
			...{ description: ["After", "Built here"], paused: [true, false], active: [false, true], locked: [false, true], runUntagged: [false, true] },
			...{ tagList: [["c"], [], ["a", "b"]], accessLevel: ["REF_PROTECTED", "NOT_PROTECTED"], maximumTimeout: [600, 3600] },
			maintenanceNote: ["é".repeat(1024), "Mind the step"],
		},
	},
	releaseAssetLinkUpdate: {
		...{ claims: "GQL-255, GQL-257", field: "link", type: "ReleaseAssetLink", emptied: ["directAssetPath"] },
		followers: { directAssetPath: ["directAssetUrl"], url: ["directAssetUrl"] },
		make: async (t) => {
			const name = t.unique("link");
			const input = { projectPath: t.scene("project"), tagName: t.scene("tag_name"), name, url: `https://downloads.example.com/${name}` };
			const more = { directAssetPath: `/bin/${name}`, linkType: "IMAGE" };
			const id = inner(await succeed(t.as("maintainer"), "releaseAssetLinkCreate", { ...input, ...more }, "link { id }"), "link", "id");
			t.undo(`release link ${id}`, async () => (await mutate(t.as("maintainer"), "releaseAssetLinkDelete", { id })).http);
			return id;
		},
		values: {
			...{ name: ["Renamed @"], url: ["https://downloads.example.com/other/@"], directAssetPath: ["/other/@"] },
			linkType: ["RUNBOOK", "PACKAGE", "OTHER", "IMAGE"],
		},
	},
	httpIntegrationUpdate: {
		...{ claims: "GQL-265, GQL-266", field: "integration", type: "AlertManagementHttpIntegration", emptied: ["payloadExample"] },
		followers: { payloadExample: ["payloadAlertFields"], name: ["url"] },
		make: async (t) => (await makeIntake(t)).id,
		values: {
			...{ active: [false, true], name: ["Renamed @"], payloadExample: ['{"event":{"name":"Down","hosts":["a"]}}', '{"b":1}'] },
			payloadAttributeMappings: [[{ fieldName: "TITLE", path: ["event", "name"], type: "STRING", label: "Name" }]],
		},
	},
	groupUpdate: {
		...{ claims: "GQL-195", field: "group", type: "Group", key: "fullPath" },
		followers: { name: ["fullName"], sharedRunnersSetting: ["runners"] },
		make: async (t) => (await t.given.record("groups", { full_path: `${t.scene("group")}/${t.unique("pages")}` })).full_path,
		values: {
			...{ name: ["Pages @"], visibility: ["private", "public"], sharedRunnersSetting: ["DISABLED_AND_OVERRIDABLE", "DISABLED_AND_UNOVERRIDABLE"] },
			...{ mathRenderingLimitsEnabled: [false, true], lockMathRenderingLimitsEnabled: [true, false] },
		},
	},
};

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** An update changes the fields of its input, each alone, and returns the record; null empties what can be empty, and leaves the rest. */
export const graphqlChanges: readonly Rule[] = Object.entries(changes).map(([mutation, change]) => {
	const { claims, field, type, key = "id", more = "", make, values, emptied = [], followers = {} } = change;
	return rule(
		claims,
		`GraphQL: ${mutation} changes each field alone, whatever the others are; null empties what can be empty and leaves the rest.`,
		"executeGraphql",
		async (t) => {
			const caller = t.as("owner");
			const id = await make(t);
			const all = `${await allOf(t, type)} ${more}`;
			const query = `mutation ($input: ${capital(mutation)}Input!) { ${mutation}(input: $input) { errors clientMutationId ${field} { ${all} } } }`;
			const send = async (input: Fields): Promise<Fields> => {
				const clientMutationId = t.unique("m");
				const response = await ask(caller, query, { input: { [key]: id, clientMutationId, ...input } });
				const payload = response.record(mutation);
				t.same(`errors and clientMutationId of ${quoted(input).slice(0, 80)}`, [payload.errors, payload.clientMutationId], [[], clientMutationId]);
				return response.record(`${mutation}.${field}`);
			};
			const written = (value: unknown): unknown => (typeof value === "string" ? value.replace("@", t.unique("value")) : value);
			let before = await send({});
			const update = async (input: Fields, changed: Fields): Promise<void> => {
				const after = await send(input);
				const moved = ["updatedAt", ...Object.keys(changed).flatMap((name) => followers[name] ?? [])];
				const others = (record: Fields) => ({ ...record, ...Object.fromEntries(moved.map((name) => [name, null])) });
				t.same(`the ${field} after ${quoted(input).slice(0, 80)}`, others(after), others({ ...before, ...changed }));
				before = after;
			};
			const set = async (name: string, value: unknown) => {
				const sent = written(value);
				await update({ [name]: sent }, { [name]: sent });
			};
			for (const [name, [first]] of Object.entries(values)) await set(name, first);
			for (const [name, [first, ...others]] of Object.entries(values)) for (const one of others.length > 0 ? others : [first]) await set(name, one);
			for (const name of Object.keys(values)) await update({ [name]: null }, emptied.includes(name) ? { [name]: null } : {});
			await update({}, {});
		},
		{ id: `laws/executeGraphql/changes-${mutation}`, level: "ASSUMED", phase: "laws", domain: "graphql", effect: "writes" },
	);
});

import { isDeepStrictEqual } from "node:util";
import type { Context } from "../rule/context";
import { ask, type GraphqlResponse, gid, mutate, succeed } from "../rule/graphql";
import { type Fields, isFields } from "../rule/response";
import { groupSettings, type Rule, rule } from "../rule/rule";
import { makeIntake } from "../rules/alerts/intake";
import { inner } from "../rules/graphql/connections";
import { quoted } from "../rules/graphql/lab";
import { file, snippetOf } from "../rules/graphql/snippet-lab";
import { ChangedGroup } from "../rules/groups/changed-group";
import { allOf } from "./graphql-paths";

/** A mutation that updates a record. The input names the record by its Global ID, or by the field `key`. */
interface Change {
	readonly claims: string;
	/** The name of the record in the payload. `type` is its GraphQL type. */
	readonly field: string;
	readonly type: string;
	readonly key?: string;
	/** Deprecated fields that are also compared. */
	readonly more?: string;
	/** Creates a record with a value in each field, which is removed after the rule. */
	readonly make: (t: Context, place: Fields) => Promise<unknown>;
	/** Whether `make` can also create the record at `create.elsewhere`. */
	readonly isMadeElsewhere?: true;
	/** The query around a record's fields. */
	readonly path: (t: Context, id: unknown) => string;
	/** The mutations that create and remove such a record, the required input, further values, and fields of `values` that `mutation` does not accept. */
	readonly create?: {
		readonly mutation: string;
		readonly remove: string;
		readonly least: (t: Context) => Fields | Promise<Fields>;
		readonly values?: Change["values"];
		readonly lacks?: readonly string[];
		/** Returns input that creates the record in another place, such as another project. */
		readonly elsewhere?: (t: Context) => Fields | Promise<Fields>;
		readonly tier?: "premium";
	};
	/** Rules that change the same record do not run at the same time. */
	readonly alone?: string;
	/** Whether the payload of a refused update still contains the record. */
	readonly showsRefused?: boolean;
	/** Inputs that are refused, each because of one value. */
	readonly wrong?: readonly Fields[];
	/** Values for each field of the input. `@` is replaced by a unique text. */
	readonly values: { readonly [field: string]: readonly unknown[] };
	/** Fields that null clears. It leaves the others unchanged. */
	readonly emptied?: readonly string[];
	/** Fields that other rules and clients may change at the same time. */
	readonly unsteady?: readonly string[];
	/** The fields that are derived from a field of the input. */
	readonly followers?: { readonly [field: string]: readonly string[] };
}

const changes: { readonly [mutation: string]: Change } = {
	updateSnippet: {
		...{ claims: "GQL-141", field: "snippet", type: "Snippet", showsRefused: true, emptied: ["description"], followers: { description: ["descriptionHtml"] } },
		make: async (t, place) => (await snippetOf(t, { description: "Tips", visibilityLevel: "internal", ...place }, "owner")).id,
		isMadeElsewhere: true,
		path: (_t, id) => `snippets(ids: [${quoted(id)}]) { nodes { @ } }`,
		create: {
			...{ mutation: "createSnippet", remove: "destroySnippet", elsewhere: () => ({ projectPath: null }) },
			least: (t) => ({ title: t.unique("least"), visibilityLevel: "private", projectPath: t.scene("project"), blobActions: [file("a.md")] }),
		},
		values: { title: ["Changed", "é".repeat(255)], description: ["Other", "Tips"], visibilityLevel: ["private", "public", "internal"] },
		wrong: [{ title: "" }, { title: " " }, { title: "t".repeat(256) }, { blobActions: [{ action: "delete", filePath: "none" }] }],
	},
	runnerUpdate: {
		...{ claims: "GQL-244, GQL-249, GQL-251", field: "runner", type: "CiRunner", emptied: ["description", "maximumTimeout", "maintenanceNote"] },
		...{ more: "active", followers: { paused: ["active"], active: ["paused"], locked: ["userPermissions"] } },
		make: async (t) => {
			const tags = { tag_list: ["a", "b"], maximum_timeout: 3600, maintenance_note: "Mind the step", locked: true };
			return `gid://service/Ci::Runner/${(await t.given.projectRunner({ description: "Built here", ...tags })).number("id")}`;
		},
		values: {
			...{ description: ["After", "Built here"], paused: [true, false], active: [false, true], locked: [false, true], runUntagged: [false, true] },
			...{ tagList: [["c"], [], ["a", "b"]], accessLevel: ["REF_PROTECTED", "NOT_PROTECTED"], maximumTimeout: [600, 3600] },
			maintenanceNote: ["é".repeat(1024), "Mind the step"],
		},
		path: (_t, id) => `runner(id: ${quoted(id)}) { @ }`,
		create: {
			...{ mutation: "runnerCreate", remove: "runnerDelete", lacks: ["active"] },
			elsewhere: async (t) => ({ runnerType: "PROJECT_TYPE", groupId: null, projectId: gid("Project", await t.given.projectId(t.scene("project"))) }),
			least: async (t) => ({ runnerType: "GROUP_TYPE", groupId: gid("Group", await t.given.groupId(t.scene("group"))), tagList: ["a", "b"] }),
		},
		wrong: [{ maintenanceNote: "é".repeat(1025) }, { maximumTimeout: 599 }, { paused: true, active: false }, { runUntagged: false, tagList: [] }],
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
		path: (t) => `project(fullPath: ${quoted(t.scene("project"))}) { release(tagName: ${quoted(t.scene("tag_name"))}) { assets { links { nodes { @ } } } } }`,
		create: {
			...{ mutation: "releaseAssetLinkCreate", remove: "releaseAssetLinkDelete" },
			least(t) {
				const name = t.unique("least");
				return { projectPath: t.scene("project"), tagName: t.scene("tag_name"), name, url: `https://downloads.example.com/${name}` };
			},
		},
		wrong: [{ name: "" }, { name: " " }, { url: "file:///x" }, { url: "" }, { directAssetPath: "bin" }],
	},
	httpIntegrationUpdate: {
		...{ claims: "GQL-265, GQL-266", field: "integration", type: "AlertManagementHttpIntegration", emptied: ["payloadExample"] },
		followers: { payloadExample: ["payloadAlertFields"], name: ["url"] },
		make: async (t) => (await makeIntake(t)).id,
		values: {
			...{ active: [false, true], name: ["Renamed @"], payloadExample: ['{"event":{"name":"Down","hosts":["a"]}}', '{"b":1}'] },
			payloadAttributeMappings: [
				[{ fieldName: "TITLE", path: ["event", "name"], type: "STRING", label: "Name" }],
				[
					{ fieldName: "HOSTS", path: ["event", "hosts", 0], type: "ARRAY", label: null },
					{ fieldName: "SERVICE_ENVIRONMENT_NAME", path: ["a"], type: "STRING", label: "E" },
				],
				[],
			],
		},
		path: (t, id) => `project(fullPath: ${quoted(t.scene("private_project"))}) { alertManagementHttpIntegrations(id: ${quoted(id)}) { nodes { @ } } }`,
		create: {
			...{ mutation: "httpIntegrationCreate", remove: "httpIntegrationDestroy", tier: "premium", values: { type: ["PROMETHEUS", "HTTP"] } },
			least: (t) => ({ projectPath: t.scene("private_project"), name: t.unique("least"), active: false }),
		},
		showsRefused: true,
		wrong: [{ name: "" }, { name: " " }, { name: "n".repeat(256) }, { payloadAttributeMappings: [{ fieldName: "TITLE", path: [], type: "STRING" }] }],
	},
	groupUpdate: {
		...{ claims: "GQL-195", field: "group", type: "Group", key: "fullPath" },
		followers: { name: ["fullName"] },
		unsteady: ["runners"],
		async make(t) {
			const group = await ChangedGroup.of(t, "leaf_group");
			const settings = { math_rendering_limits_enabled: true, lock_math_rendering_limits_enabled: false };
			group.keep({ name: "", visibility: "public", shared_runners_setting: "enabled", ...settings });
			return group.before.full_path;
		},
		alone: groupSettings,
		values: {
			...{ name: ["Pages @"], visibility: ["private", "public"], sharedRunnersSetting: ["DISABLED_AND_OVERRIDABLE", "DISABLED_AND_UNOVERRIDABLE"] },
			...{ mathRenderingLimitsEnabled: [false, true], lockMathRenderingLimitsEnabled: [true, false] },
		},
		path: (_t, id) => `group(fullPath: ${quoted(id)}) { @ }`,
		wrong: [{ name: "" }, { path: "a b" }],
	},
};

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const short = (input: unknown): string => quoted(input).slice(0, 80);
const written = (t: Context, value: unknown): unknown => (typeof value === "string" ? value.replace("@", t.unique("value")) : value);

/** Sends a mutation and checks that its payload contains the `clientMutationId`. */
async function sent(t: Context, mutation: string, field: string, selection: string, input: Fields): Promise<GraphqlResponse> {
	const clientMutationId = t.unique("m");
	const query = `mutation ($input: ${capital(mutation)}Input!) { ${mutation}(input: $input) { errors clientMutationId ${field} { ${selection} } } }`;
	const response = await ask(t.as("owner"), query, { input: { clientMutationId, ...input } });
	t.same(`clientMutationId of ${short(input)}`, response.at(`${mutation}.clientMutationId`), clientMutationId, response.http);
	return response;
}

/** Sends a mutation, checks that it succeeds, and returns the record in its payload. */
async function done(t: Context, mutation: string, field: string, selection: string, input: Fields): Promise<Fields> {
	const response = await sent(t, mutation, field, selection, input);
	t.same(`errors of ${short(input)}`, response.at(`${mutation}.errors`), [], response.http);
	return response.record(`${mutation}.${field}`);
}

/** Sends a mutation, checks that it is refused with errors in its payload, and returns the record in the payload. */
async function refused(t: Context, mutation: string, field: string, input: Fields): Promise<unknown> {
	const response = await sent(t, mutation, field, "id", input);
	const errors = [response.at(`${mutation}.errors`)].flat();
	t.holds(
		`${short(input)} should be refused with texts in errors, not ${short(errors)}`,
		errors.length > 0 && errors.every((one) => typeof one === "string"),
		response.http,
	);
	return response.at(`${mutation}.${field}`);
}

/** Reads a record with a query. */
const read = async (t: Context, path: string, selection: string, id: unknown): Promise<Fields | undefined> =>
	recordsIn((await ask(t.as("owner"), `{ ${path.replace("@", selection)} }`)).data).find((one) => one.id === id);

/** Returns every record of a value, at any depth. */
function recordsIn(value: unknown): readonly Fields[] {
	if (Array.isArray(value)) return value.flatMap(recordsIn);
	return isFields(value) ? [value, ...Object.values(value).flatMap(recordsIn)] : [];
}

const options = { level: "ASSUMED", phase: "laws", domain: "graphql", effect: "writes" } as const;

/** A record is created with the fields of the input, each alone and all together. The other fields have their defaults. */
const creations: readonly Rule[] = Object.values(changes).flatMap(({ field, type, path, create, values, followers = {}, wrong = [] }) => {
	if (!create) return [];
	const { mutation, remove, least, lacks = [], elsewhere, values: more = {}, tier } = create;
	return rule(
		"",
		`GraphQL: ${mutation} stores each field of its input, sent alone or with others. Other fields get their defaults.`,
		"executeGraphql",
		async (t) => {
			const selection = await allOf(t, type);
			let place: Fields = {};
			const make = async (input: Fields): Promise<Fields> => {
				const made = await done(t, mutation, field, selection, { ...(await least(t)), ...place, ...input });
				t.undo(`${field} ${made.id}`, async () => (await mutate(t.as("owner"), remove, { id: made.id })).http);
				t.same(`the ${field} of ${short(input)} in a later read`, await read(t, path(t, made.id), selection, made.id), made);
				return made;
			};
			for (place of [{}, ...(elsewhere ? [await elsewhere(t)] : [])]) {
				const [one, twin] = [await make({}), await make({})];
				const all = Object.entries({ ...values, ...more }).filter(([name]) => !lacks.includes(name));
				const store = async (input: Fields): Promise<void> => {
					const made = await make(input);
					const own = Object.keys(input).flatMap((name) => followers[name] ?? []);
					for (const [name, value] of Object.entries(made))
						if (Object.hasOwn(input, name)) t.same(`${name} of ${short(input)}`, value, input[name]);
						else if (!own.includes(name) && !name.endsWith("At") && isDeepStrictEqual(one[name], twin[name]))
							t.same(`${name}, which is not in the input ${short(input)}`, value, one[name]);
				};
				for (const [name, some] of all) for (const value of some) await store({ [name]: written(t, value) });
				for (const at of [0, 1]) await store(Object.fromEntries(all.map(([name, some]) => [name, written(t, some[at % some.length])])));
			}
			for (const input of wrong.filter((one) => !lacks.some((name) => Object.hasOwn(one, name))))
				t.same(`the ${field} of a refusal`, await refused(t, mutation, field, { ...(await least(t)), ...input }), null);
		},
		{ ...options, id: `laws/executeGraphql/creates-${mutation}`, ...(tier && { tier }) },
	);
});

/** An update changes only the fields of its input and returns the record. null clears the fields that can be empty and leaves the others. */
const updates: readonly Rule[] = Object.entries(changes).map(([mutation, change]) => {
	const {
		claims,
		field,
		type,
		key = "id",
		more = "",
		make,
		path,
		create,
		values,
		emptied = [],
		followers = {},
		unsteady = [],
		wrong = [],
		showsRefused = false,
		isMadeElsewhere = false,
		alone,
	} = change;
	const places = async (t: Context): Promise<readonly Fields[]> => [{}, ...(isMadeElsewhere && create?.elsewhere ? [await create.elsewhere(t)] : [])];
	return rule(
		claims,
		`GraphQL: ${mutation} changes only the fields of its input. null clears a field that can be empty and leaves any other unchanged.`,
		"executeGraphql",
		async (t) => {
			for (const place of await places(t)) {
				const id = await make(t, place);
				const selection = `${await allOf(t, type)} ${more}`;
				const steady = (record: Fields): Fields => ({ ...record, ...Object.fromEntries(unsteady.map((name) => [name, null])) });
				let before = steady(await done(t, mutation, field, selection, { [key]: id }));
				const update = async (input: Fields, changed: Fields): Promise<void> => {
					const after = steady(await done(t, mutation, field, selection, { [key]: id, ...input }));
					const moved = ["updatedAt", ...Object.keys(changed).flatMap((name) => followers[name] ?? [])];
					const others = (record: Fields) => ({ ...record, ...Object.fromEntries(moved.map((name) => [name, null])) });
					t.same(`the ${field} after ${short(input)}`, others(after), others({ ...before, ...changed }));
					before = after;
				};
				const set = async (name: string, value: unknown) => {
					const sent = written(t, value);
					await update({ [name]: sent }, { [name]: sent });
				};
				const isKept = async (what: string) => {
					t.same(`the ${field} in a later read, after ${what}`, steady((await read(t, path(t, id), selection, before.id)) ?? {}), before);
				};
				for (const [name, [first]] of Object.entries(values)) await set(name, first);
				await isKept("its changes");
				for (const [name, [first, ...others]] of Object.entries(values)) for (const one of others.length > 0 ? others : [first]) await set(name, one);
				const joined = Object.entries(values).filter(([name]) => !create?.lacks?.includes(name));
				for (const at of [0, 1]) {
					const together = Object.fromEntries(joined.map(([name, some]) => [name, written(t, some[at % some.length])]));
					await update(together, together);
					for (const name of Object.keys(values)) await update({ [name]: null }, emptied.includes(name) ? { [name]: null } : {});
					await mutate(t.as("read-only"), mutation, { [key]: id, ...together });
					await isKept("a request with a token of only read_api");
				}
				await update({}, {});
				for (const input of wrong) {
					// The input also has a valid value, which must not be stored either.
					const [name = "", some = []] = Object.entries(values).find(([name]) => !Object.hasOwn(input, name)) ?? [];
					const shown = await refused(t, mutation, field, { [key]: id, [name]: written(t, some[0]), ...input });
					t.assume(
						`the ${field} in the payload of a refusal should ${showsRefused ? "be the record" : "be null"}, not ${short(shown)}`,
						(shown !== null) === showsRefused,
					);
					await isKept(short(input));
				}
			}
		},
		{ ...options, id: `laws/executeGraphql/changes-${mutation}`, ...(alone !== undefined && { alone }) },
	);
});

export const graphqlChanges: readonly Rule[] = [...creations, ...updates];

import type { RestOperationId } from "../plans/plan";
import type { Fields } from "../rule/response";

/** How the records of a list show whether they pass a filter. */
export interface FilterRow {
	readonly operation: RestOperationId;
	readonly parameter: string;
	/** What can be asked for, by a record that should be found then; undefined where it says nothing. */
	readonly ask: (item: Fields) => unknown;
	/** Whether a record passes the filter with this value. */
	readonly passes: (item: Fields, asked: unknown) => boolean;
	/** Whether the filter is by a field's whole value: of those that the contract lists, one that no record has finds none. */
	readonly isWhole?: true;
	/** Whether the specification leaves open that this value finds the record, or the record does not show it. */
	readonly isOpen?: (item: Fields, asked: unknown) => boolean;
	/** Kinds of records that such a value may find or not, as the specification leaves open: all of a kind or none. */
	readonly open?: readonly ((item: Fields, asked: unknown) => boolean)[];
	/** Whether the list may lack, without the filter, what this value finds. */
	readonly besides?: unknown;
	/** Of values with an order, the last that finds a record and the first that does not; none for a record that no value finds. */
	readonly edges?: (item: Fields) => readonly unknown[];
	/** What is like a value that finds a record; where it is not stated, it is only assumed whether it finds the record as well. */
	readonly near?: (asked: unknown) => readonly { readonly value: unknown; readonly findsSame: boolean; readonly isStated?: boolean }[];
}

const row = (operation: RestOperationId, parameter: string, ask: FilterRow["ask"], passes: FilterRow["passes"], more: Partial<FilterRow> = {}): FilterRow => ({
	operation,
	parameter,
	ask,
	passes,
	...more,
});

/** The records whose field has the value of the filter, whole and in its case: a username or an address in any. */
const equal = (operation: RestOperationId, parameter: string, field = parameter, beside: readonly string[] = []): FilterRow =>
	row(
		operation,
		parameter,
		// A text that a record shows as empty is none.
		(item) => (item[field] === "" ? undefined : (item[field] ?? undefined)),
		(item, asked) => (beside.length > 0 || parameter === "username" ? text(item[field]) === text(asked) : item[field] === asked),
		{
			isWhole: true,
			// What other fields have finds nobody by this one.
			edges: (item) => beside.flatMap((name) => (item[name] && text(item[name]) !== text(item[field]) ? [item[name]] : [])),
			near: (asked) =>
				typeof asked === "string" && /^(ref|sha|name|username|public_email)$/.test(parameter)
					? [
							// The beginning, also up to a sign. A group's list has "only the user with that username", and an address is "full".
							...[asked.slice(0, -1), ...(/^.+(?=[^a-z0-9][a-z0-9]*$)/i.exec(asked) ?? [])].flatMap((value) =>
								spelled(value, asked, false).map((one) => ({ ...one, isStated: /^listGroup/.test(operation) || parameter === "public_email" })),
							),
							// What has none is not found by an empty text.
							...(beside.length > 0 ? [] : spelled("", asked, false)),
							...spelled(asked.toUpperCase(), asked, /^(username|public_email)$/.test(parameter)).map((one) => ({
								...one,
								isStated: operation === "listUsers" && parameter === "username",
							})),
						]
					: [],
		},
	);

const spelled = (value: string, asked: string, findsSame: boolean) => (value === asked ? [] : [{ value, findsSame }]);

const at = (value: unknown): number => (typeof value === "string" ? Date.parse(value) : Number.NaN);
/** The first instant of a time's day. */
const midnight = (value: unknown): string => `${new Date(at(value)).toISOString().slice(0, 10)}T00:00:00.000Z`;

/**
 * An instant at which a filter by a record's time is tried: that time, or for every other record the middle between it and the record's
 * creation, where another time of the record would give another result.
 */
function instantOf({ id, created_at }: Fields, value: unknown): number {
	const middle = (at(value) + at(created_at)) / 2;
	return Number(id) % 2 === 0 || Number.isNaN(middle) ? at(value) : middle;
}

/**
 * Records after an instant, and before it: the thousandth before a second, the beginning of the next one, and that of its day. A list may show no
 * fractions, and lists differ in whether the end counts.
 */
const bounds = (operation: RestOperationId, stem: string, field = `${stem}_at`): FilterRow[] =>
	([-1, 1] as const).map((side) => {
		/** An end of the second of an instant: a record of then is found, or is just beyond. */
		const end = (time: number, isFound: boolean) => new Date(Math.floor(time / 1000) * 1000 + (isFound === side < 0 ? -1 : 1_000)).toISOString();
		return row(
			operation,
			`${stem}_${side < 0 ? "after" : "before"}`,
			(item) => (item[field] ? end(instantOf(item, item[field]), true) : undefined),
			(item, asked) => (side < 0 ? at(item[field]) >= at(asked) : at(item[field]) <= at(asked)),
			{
				// A time of full seconds may lack its fraction: the record may be of the last thousandth.
				isOpen: (item, asked) => {
					const past = at(asked) - at(item[field]);
					return past === 0 || (past === 999 && at(item[field]) % 1000 === 0);
				},
				open: [(item) => item[field] === null],
				edges: (item) => (item[field] ? [end(at(item[field]), true), end(at(item[field]), false), midnight(item[field])] : []),
			},
		);
	});

/** The same by days, the last one included. */
const days = (operation: RestOperationId, stem: string): FilterRow[] =>
	([-1, 1] as const).map((side) =>
		row(
			operation,
			`${stem}_${side < 0 ? "after" : "before"}`,
			(item) => item[`${stem}_at`] ?? undefined,
			(item, asked) => item[`${stem}_at`] !== null && Math.sign(at(asked) - at(item[`${stem}_at`])) !== -side,
			{ open: [(item) => item[`${stem}_at`] === null] },
		),
	);

const text = (value: unknown): string => (typeof value === "string" ? value.toLowerCase() : "");

/** Whether one of the fields contains a text, or is that address, in the spelling that `spell` gives both. */
const finds = (item: Fields, asked: unknown, fields: readonly string[], spell: (value: unknown) => string): boolean =>
	fields.some((field) => {
		const [value, sought] = [spell(item[field] ?? ""), spell(asked)];
		return field.endsWith("email") ? value === sought : value.includes(sought);
	});

/** Whether a text is in this field, and not in the others. */
const foundAlone =
	(field: string, ...others: readonly string[]) =>
	(item: Fields, asked: unknown): boolean =>
		finds(item, asked, [field], text) && !finds(item, asked, others, text);

/** Records one of whose fields contains a piece of text, in any case: asked for by whole fields, which are piece enough. Addresses are found whole. */
const searched = (operation: RestOperationId, ...fields: readonly string[]): FilterRow =>
	row(
		operation,
		"search",
		(item) => item[fields[0] ?? ""],
		(item, asked) => finds(item, asked, fields, text),
		{
			// That a piece is found in another case is assumed.
			isOpen: (item, asked) => finds(item, asked, fields, text) && !finds(item, asked, fields, String),
			edges: (item) =>
				fields.join() === "name"
					? // A name without its spaces is not a part of it, nor are its words in another order, nor a pattern, nor what the description says.
						[
							text(item.name).replaceAll(" ", ""),
							text(item.name).split(" ").reverse().join(" "),
							`_${text(item.name).slice(1)}`,
							"%",
							...(text(item.description).match(/[a-z]{5,}/g) ?? []).slice(0, 1),
						].filter((one) => one !== text(item.name))
					: [
							...fields.slice(1).flatMap((field) => (/email|full_path/.test(field) || text(item[field]).length < 3 ? [] : [item[field]])),
							// A word of a group's description finds none for it.
							...(fields[1] === "path" ? (text(item.description).match(/[a-z]{5,}/g) ?? []).slice(0, 1) : []),
						],
			near: (asked) => [
				...[String(asked).toUpperCase(), String(asked).toLowerCase()].flatMap((value) => spelled(value, String(asked), true)),
				// No letter stands for any.
				...spelled(`_${String(asked).slice(1)}`, String(asked), false),
			],
		},
	);

/** Only what is so; `false` asks for nothing. */
const only = (operation: RestOperationId, parameter: string, passes: (item: Fields) => boolean): FilterRow =>
	row(
		operation,
		parameter,
		(item) => passes(item) || undefined,
		(item, asked) => asked === false || passes(item),
		{ near: () => [{ value: false, findsSame: false }] },
	);

const skipping = (operation: RestOperationId): FilterRow =>
	row(
		operation,
		"skip_groups",
		(item) => [item.id],
		(item, asked) => ![asked].flat().includes(item.id),
		// More than one, in either order.
		{
			edges: ({ id, parent_id }) =>
				parent_id == null
					? []
					: [
							[parent_id, id],
							[id, parent_id],
						],
		},
	);

const runnerLists = ["listRunners", "listAllRunners", "listProjectRunners", "listGroupRunners"] as const;
const tokenLists = ["listGroupPersonalAccessTokens", "listGroupResourceAccessTokens"] as const;
const projectLists = ["listGroupProjects", "listGroupSharedProjects"] as const;

/** That a truth value leaves out the records of the other one is assumed. */
const othersOf =
	(field: string, value: boolean) =>
	(item: Fields, asked: unknown): boolean =>
		asked === value && item[field] === !value;

/** The filters whose result can be foretold from the records themselves. */
export const filterRows: readonly FilterRow[] = [
	row(
		"listIssueNotes",
		"activity_filter",
		(item) => (item.system ? "only_activity" : "only_comments"),
		(item, asked) => item.system === (asked === "only_activity"),
	),
	row(
		"listPipelines",
		"scope",
		({ status }) => (status === "running" || status === "pending" ? status : undefined),
		({ status }, asked) => (asked === "finished" ? /^(success|failed|canceled)$/.test(String(status)) : status === asked),
		{ near: () => [{ value: "finished", findsSame: false }] },
	),
	equal("listPipelines", "status"),
	equal("listPipelines", "ref"),
	equal("listPipelines", "sha"),
	equal("listPipelines", "source"),
	equal("listPipelines", "name"),
	...bounds("listPipelines", "updated"),
	...bounds("listPipelines", "created"),
	equal("listGroups", "visibility"),
	{
		...searched("listGroups", "name", "path", "full_path"),
		// A search by the paths of the groups above finds a group, or does not.
		open: [foundAlone("full_path", "name", "path")],
	},
	only("listGroups", "top_level_only", (item) => item.parent_id === null),
	equal("listGroupSharedGroups", "visibility"),
	...(["listGroups", "listSubgroups", "listDescendantGroups", "listGroupSharedGroups"] as const).map(skipping),
	...(["listGroupSharedGroups", "listInvitedGroups"] as const).map((list) => searched(list, "name", "path")),
	// "Short paths only": that a name is found, too, is assumed.
	...(["listSubgroups", "listDescendantGroups"] as const).map((list) => ({
		...searched(list, "name", "path"),
		open: [foundAlone("name", "path")],
	})),
	...projectLists.flatMap((list) => [
		equal(list, "visibility"),
		// Without the filter a list may leave out what is archived.
		{ ...equal(list, "archived"), besides: true, open: [othersOf("archived", false), othersOf("archived", true)] },
		{
			...searched(list, "name", "path", "description"),
			// Which texts of a project are searched is assumed, but for its name.
			open: [foundAlone("path", "name"), foundAlone("description", "name", "path")],
		},
		only(list, "with_issues_enabled", (item) => item.issues_enabled === true),
		only(list, "with_merge_requests_enabled", (item) => item.merge_requests_enabled === true),
	]),
	row(
		"listGroupProjects",
		"topic",
		(item) => (Array.isArray(item.topics) ? item.topics[0] : undefined),
		(item, asked) => Array.isArray(item.topics) && item.topics.includes(asked),
		// The beginning of a topic is another one.
		{ edges: (item) => (Array.isArray(item.topics) ? item.topics.slice(0, 1).map((one) => String(one).slice(0, -1)) : []) },
	),
	...tokenLists.flatMap((list) => [
		{ ...equal(list, "revoked"), open: [othersOf("revoked", false)] },
		searched(list, "name"),
		row(
			list,
			"state",
			(item) => (item.active ? "active" : "inactive"),
			(item, asked) => item.active === (asked === "active"),
		),
		...bounds(list, "created"),
		...bounds(list, "last_used"),
		...days(list, "expires"),
	]),
	...bounds("listGroupSshKeys", "created"),
	...bounds("listGroupSshKeys", "expires"),
	equal("listUsers", "username", "username", ["email", "name"]),
	equal("listUsers", "public_email", "public_email", ["username", "name"]),
	searched("listUsers", "username", "name", "public_email", "email"),
	only("listUsers", "blocked", (item) => item.state === "blocked" || item.state === "ldap_blocked"),
	only("listUsers", "external", (item) => item.external === true),
	only("listUsers", "exclude_external", (item) => item.external !== true),
	only("listUsers", "exclude_active", (item) => item.state !== "active"),
	only("listUsers", "admins", (item) => item.is_admin === true),
	only("listUsers", "auditors", (item) => item.is_auditor === true),
	only("listUsers", "skip_ldap", (item) => Array.isArray(item.identities) && !item.identities.some((one) => /^ldap/.test(one.provider))),
	row(
		"listUsers",
		"two_factor",
		(item) => (item.two_factor_enabled ? "enabled" : "disabled"),
		(item, asked) => item.two_factor_enabled === (asked === "enabled"),
	),
	...bounds("listUsers", "created"),
	...(["listGroupSamlUsers", "listGroupProvisionedUsers"] as const).flatMap((list) => [
		equal(list, "username"),
		searched(list, "username", "name"),
		only(list, "active", (item) => item.state === "active"),
		only(list, "blocked", (item) => item.state === "blocked" || item.state === "ldap_blocked"),
		...bounds(list, "created"),
	]),
	...runnerLists.flatMap((list) => [
		equal(list, "type", "runner_type"),
		equal(list, "paused"),
		row(
			list,
			"status",
			(item) => (item.online === true ? "online" : item.online === false ? "offline" : undefined),
			// What is stale is offline as well.
			(item, asked) => (asked === "stale" ? item.status === "stale" : item.online === (asked === "online")),
			{
				edges: ({ status }) => (status === "stale" ? [status] : []),
				// What is paused may have that as its status, and what never made contact may be offline.
				open: [
					({ online, paused }, asked) => asked === "online" && online === true && paused === true,
					({ online, paused }, asked) => asked === "offline" && online === false && paused === true,
					({ status, paused }, asked) => asked === "stale" && status === "stale" && paused === true,
					({ online, status }, asked) => asked === "offline" && (online === null || status === "never_contacted"),
				],
			},
		),
	]),
	equal("listRunnerJobs", "status"),
	row(
		"listUserMemberships",
		"type",
		(item) => item.source_type,
		(item, asked) => item.source_type === asked,
	),
];

/** Whether the records themselves foretell what a value finds. */
export const foretells = (known: FilterRow | undefined, whole: readonly Fields[], asked: unknown): known is FilterRow =>
	known !== undefined && asked !== undefined && !whole.some((item) => known.isOpen?.(item, asked));

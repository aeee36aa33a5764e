import type { RestOperationId } from "../plans/plan";
import type { Fields } from "../rule/response";

/** A filter of a list, and how to predict from the records themselves which ones it finds. */
export interface FilterRow {
	readonly operation: RestOperationId;
	readonly parameter: string;
	/** Returns a value of the filter that should find the record, or undefined if the record has none. */
	readonly ask: (item: Fields) => unknown;
	/** Whether the filter with this value finds the record. */
	readonly passes: (item: Fields, asked: unknown) => boolean;
	/** Whether the filter compares a field's whole value, so that a value from the contract that no record has finds none. */
	readonly isWhole?: true;
	/** Whether it is open (in the specification, or from the record's fields) that this value finds the record. */
	readonly isOpen?: (item: Fields, asked: unknown) => boolean;
	/** Kinds of records for which the specification leaves open whether the value finds them: the server must find all of a kind or none. */
	readonly open?: readonly ((item: Fields, asked: unknown) => boolean)[];
	/** A value whose records the list may omit when the filter is not sent. */
	readonly besides?: unknown;
	/** Returns values close to the limit: for ordered values, the last that finds the record and the first that does not. */
	readonly edges?: (item: Fields) => readonly unknown[];
	/** Returns values similar to a value that finds a record, and whether they find the same records. Without `isStated`, this is only assumed. */
	readonly near?: (asked: unknown) => readonly { readonly value: unknown; readonly findsSame: boolean; readonly isStated?: boolean }[];
}

const row = (operation: RestOperationId, parameter: string, ask: FilterRow["ask"], passes: FilterRow["passes"], more: Partial<FilterRow> = {}): FilterRow => ({
	operation,
	parameter,
	ask,
	passes,
	...more,
});

/** A filter by the whole value of a field. It is case-sensitive, except for usernames and email addresses. */
const equal = (operation: RestOperationId, parameter: string, field = parameter, beside: readonly string[] = []): FilterRow =>
	row(
		operation,
		parameter,
		// An empty text counts as no value.
		(item) => (item[field] === "" ? undefined : (item[field] ?? undefined)),
		(item, asked) => (beside.length > 0 || parameter === "username" ? text(item[field]) === text(asked) : item[field] === asked),
		{
			isWhole: true,
			// The value of another field must not find the record.
			edges: (item) => beside.flatMap((name) => (item[name] && text(item[name]) !== text(item[field]) ? [item[name]] : [])),
			near: (asked) =>
				typeof asked === "string" && /^(ref|sha|name|username|public_email)$/.test(parameter)
					? [
							// A prefix must not find it: the specification has "only the user with that username" for lists of a group, and "full" email addresses.
							...[asked.slice(0, -1), ...(/^.+(?=[^a-z0-9][a-z0-9]*$)/i.exec(asked) ?? [])].flatMap((value) =>
								spelled(value, asked, false).map((one) => ({ ...one, isStated: /^listGroup/.test(operation) || parameter === "public_email" })),
							),
							// An empty text does not find records without a value.
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
/** Returns the first instant of the day of a time. */
const midnight = (value: unknown): string => `${new Date(at(value)).toISOString().slice(0, 10)}T00:00:00.000Z`;

/**
 * Returns the instant for a filter by a record's time. For every other record it is the middle between that time and the creation, so that
 * a server that compares another time of the record gives another result.
 */
function instantOf({ id, created_at }: Fields, value: unknown): number {
	const middle = (at(value) + at(created_at)) / 2;
	return Number(id) % 2 === 0 || Number.isNaN(middle) ? at(value) : middle;
}

/**
 * Filters for records after an instant and before it. The values are the last millisecond before a second, the start of the next second, and
 * the start of the day, because a list may show no fractions, and lists differ in whether the limit is inclusive.
 */
const bounds = (operation: RestOperationId, stem: string, field = `${stem}_at`): FilterRow[] =>
	([-1, 1] as const).map((side) => {
		/** Returns a limit next to the second of an instant, with which a record of that second is found, or just not. */
		const end = (time: number, isFound: boolean) => new Date(Math.floor(time / 1000) * 1000 + (isFound === side < 0 ? -1 : 1_000)).toISOString();
		return row(
			operation,
			`${stem}_${side < 0 ? "after" : "before"}`,
			(item) => (item[field] ? end(instantOf(item, item[field]), true) : undefined),
			(item, asked) => (side < 0 ? at(item[field]) >= at(asked) : at(item[field]) <= at(asked)),
			{
				// A time in full seconds may have lost its fraction: the record can be up to 999 ms later.
				isOpen: (item, asked) => {
					const past = at(asked) - at(item[field]);
					return past === 0 || (past === 999 && at(item[field]) % 1000 === 0);
				},
				open: [(item) => item[field] === null],
				edges: (item) => (item[field] ? [end(at(item[field]), true), end(at(item[field]), false), midnight(item[field])] : []),
			},
		);
	});

/** Filters for records after a day and before it, inclusive. */
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

/** Whether one of the fields contains the text, or is equal to it if it is an email address. `spell` normalizes both. */
const finds = (item: Fields, asked: unknown, fields: readonly string[], spell: (value: unknown) => string): boolean =>
	fields.some((field) => {
		const [value, sought] = [spell(item[field] ?? ""), spell(asked)];
		return field.endsWith("email") ? value === sought : value.includes(sought);
	});

/** Returns a check that a text is found in this field, and not in the others. */
const foundAlone =
	(field: string, ...others: readonly string[]) =>
	(item: Fields, asked: unknown): boolean =>
		finds(item, asked, [field], text) && !finds(item, asked, others, text);

/** A search for a text in any of the fields, case-insensitive. Email addresses must match as a whole. */
const searched = (operation: RestOperationId, ...fields: readonly string[]): FilterRow =>
	row(
		operation,
		"search",
		(item) => item[fields[0] ?? ""],
		(item, asked) => finds(item, asked, fields, text),
		{
			// It is only assumed that the search is case-insensitive.
			isOpen: (item, asked) => finds(item, asked, fields, text) && !finds(item, asked, fields, String),
			edges: (item) =>
				fields.join() === "name"
					? // The name without spaces, its words in another order, a pattern, and a word of the description find no name.
						[
							text(item.name).replaceAll(" ", ""),
							text(item.name).split(" ").reverse().join(" "),
							`_${text(item.name).slice(1)}`,
							"%",
							...(text(item.description).match(/[a-z]{5,}/g) ?? []).slice(0, 1),
						].filter((one) => one !== text(item.name))
					: [
							...fields.slice(1).flatMap((field) => (/email|full_path/.test(field) || text(item[field]).length < 3 ? [] : [item[field]])),
							// A word of a group's description does not find the group.
							...(fields[1] === "path" ? (text(item.description).match(/[a-z]{5,}/g) ?? []).slice(0, 1) : []),
						],
			near: (asked) => [
				...[String(asked).toUpperCase(), String(asked).toLowerCase()].flatMap((value) => spelled(value, String(asked), true)),
				// `_` is not a wildcard.
				...spelled(`_${String(asked).slice(1)}`, String(asked), false),
			],
		},
	);

/** A boolean filter that only filters if it is true: `false` finds all records. */
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
		// Several groups, also more than two, in both orders.
		{
			edges: ({ id, parent_id }) =>
				parent_id == null
					? []
					: [
							[parent_id, parent_id, id, id],
							[id, parent_id],
						],
		},
	);

const runnerLists = ["listRunners", "listAllRunners", "listProjectRunners", "listGroupRunners"] as const;
const tokenLists = ["listGroupPersonalAccessTokens", "listGroupResourceAccessTokens"] as const;
const projectLists = ["listGroupProjects", "listGroupSharedProjects"] as const;

/** Returns a kind for `open`: the records with the opposite boolean value, because it is only assumed that the filter omits them. */
const othersOf =
	(field: string, value: boolean) =>
	(item: Fields, asked: unknown): boolean =>
		asked === value && item[field] === !value;

/** The filters whose result the records themselves predict. */
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
		// It is open whether the path of a parent group finds a group.
		open: [foundAlone("full_path", "name", "path")],
	},
	only("listGroups", "top_level_only", (item) => item.parent_id === null),
	equal("listGroupSharedGroups", "visibility"),
	...(["listGroups", "listSubgroups", "listDescendantGroups", "listGroupSharedGroups"] as const).map(skipping),
	...(["listGroupSharedGroups", "listInvitedGroups"] as const).map((list) => searched(list, "name", "path")),
	// The specification has "Short paths only": it is open whether a name is found, too.
	...(["listSubgroups", "listDescendantGroups"] as const).map((list) => ({
		...searched(list, "name", "path"),
		open: [foundAlone("name", "path")],
	})),
	...projectLists.flatMap((list) => [
		equal(list, "visibility"),
		// Without the filter, a list may omit archived projects.
		{ ...equal(list, "archived"), besides: true, open: [othersOf("archived", false), othersOf("archived", true)] },
		{
			...searched(list, "name", "path", "description"),
			// Of a project's texts, only the name is known to be searched. The others are assumed.
			open: [foundAlone("path", "name"), foundAlone("description", "name", "path")],
		},
		only(list, "with_issues_enabled", (item) => item.issues_enabled === true),
		only(list, "with_merge_requests_enabled", (item) => item.merge_requests_enabled === true),
	]),
	row(
		"listGroupProjects",
		"topic",
		(item) => (Array.isArray(item.topics) ? item.topics.at(-1) : undefined),
		(item, asked) => Array.isArray(item.topics) && item.topics.includes(asked),
		// A prefix of a topic does not find it.
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
			// A stale runner is offline, too.
			(item, asked) => (asked === "stale" ? item.status === "stale" : item.online === (asked === "online")),
			{
				edges: ({ status }) => (status === "stale" ? [status] : []),
				// A paused runner may have `paused` as its status, and a runner that never contacted the server may be offline.
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

/** Whether the records themselves predict which of them a value finds. */
export const foretells = (known: FilterRow | undefined, whole: readonly Fields[], asked: unknown): known is FilterRow =>
	known !== undefined && asked !== undefined && !whole.some((item) => known.isOpen?.(item, asked));

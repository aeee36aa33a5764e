/** The tables of the runners domain: runners, their machines, the places that they work for, and their tokens. */
import {
	flag,
	linkTo,
	list,
	nullable,
	number,
	object,
	oneOf,
	partOf,
	secret,
	serial,
	type TypeOf,
	text,
	time,
} from "../columns";
import { type RowOf, table } from "../definition";

const type = oneOf("instance_type", "group_type", "project_type");
/** What a runner works for: the instance, a group, or projects. */
export type RunnerType = TypeOf<typeof type>;

const access = oneOf("not_protected", "ref_protected");
/** Whether a runner only runs jobs of protected refs. */
export type RunnerAccessLevel = TypeOf<typeof access>;

const programColumns = {
	version: nullable(text()),
	revision: nullable(text()),
	platform: nullable(text()),
	architecture: nullable(text()),
};
const program = object(programColumns);
/** What a runner's program reports about itself. */
export type RunnerProgram = TypeOf<typeof program>;

/** A registered runner. */
export interface Runner extends RowOf<typeof runners> {}
export const runners = table(
	"runners",
	{
		id: serial(2001),
		runner_type: type,
		/** The group of a group runner; null for other kinds. */
		group_id: nullable(partOf("groups")),
		name: nullable(text()),
		description: nullable(text()),
		paused: flag(),
		/** Whether it cannot be assigned to more projects. */
		locked: flag(),
		run_untagged: flag().or(true),
		tag_list: list(text()),
		access_level: access.or("not_protected"),
		/** Seconds. */
		maximum_timeout: nullable(number()),
		maintenance_note: nullable(text()),
		/** What was sent at registration. The runner's first manager takes it over. */
		program: nullable(program),
		/** The user who created it; null if it was registered with a registration token. */
		created_by_id: linkTo("users"),
		created_at: time().now(),
		/** When its settings or its token were last changed. */
		updated_at: time().like("created_at"),
		contacted_at: nullable(time()),
	},
	{ groups: { all: () => 0, group: "group_id" } },
);

/** A machine or process that uses a runner's token. */
export interface RunnerManager extends RowOf<typeof runnerManagers> {}
export const runnerManagers = table(
	"runnerManagers",
	{
		id: serial(2501),
		runner_id: partOf("runners"),
		/** Unique within the runner. */
		system_id: text(),
		...programColumns,
		created_at: time().now(),
		contacted_at: nullable(time()),
		ip_address: nullable(text()),
	},
	{ groups: { runner: "runner_id" } },
);

/** The assignment of a project runner to a project. The first one is its owner project, and cannot be removed. */
export interface RunnerAssignment extends RowOf<typeof runnerAssignments> {}
export const runnerAssignments = table(
	"runnerAssignments",
	{ id: serial(1), runner_id: partOf("runners"), project_id: partOf("projects"), created_at: time().now() },
	{
		groups: { runner: "runner_id", project: "project_id" },
		unique: { assignment: ["runner_id", "project_id"] },
	},
);

/** The authentication token of a runner. A reset replaces the row by a new one. */
export interface RunnerToken extends RowOf<typeof runnerTokens> {}
export const runnerTokens = table(
	"runnerTokens",
	{ id: serial(1), runner_id: partOf("runners"), text: secret(), expires_at: nullable(time()) },
	{ groups: { runner: "runner_id" }, unique: { text: "text" } },
);

const place = oneOf("instance", "group", "project");
/** The place that a registration token or a rule belongs to. */
export type RunnerPlace = TypeOf<typeof place>;
/** 0 for the instance. */
const placeId = number().or(0);

/** A registration token. A reset replaces the row by a new one. */
export interface RegistrationToken extends RowOf<typeof registrationTokens> {}
export const registrationTokens = table(
	"registrationTokens",
	{
		id: serial(1),
		place: place.or("instance"),
		/** 0 for the instance. */
		place_id: placeId,
		text: secret(),
	},
	{ unique: { text: "text", place: ["place", "place_id"] }, points: ["place", "place_id"] },
);

/** The runner settings of an installation, a group or a project. Default: everything is allowed, nothing expires. */
export interface RunnerRule extends RowOf<typeof runnerRules> {}
export const runnerRules = table(
	"runnerRules",
	{
		id: serial(1),
		place: place.or("instance"),
		/** 0 for the instance. */
		place_id: placeId,
		/** Whether registration tokens can register runners there and, for a group, below it. */
		registration_enabled: flag().or(true),
		/** How long a new authentication token is valid, in seconds; null for no limit. */
		token_lifetime: nullable(number()),
	},
	{ unique: { place: ["place", "place_id"] }, points: ["place", "place_id"] },
);

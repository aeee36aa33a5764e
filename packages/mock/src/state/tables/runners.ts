/** What the runners domain stores: the runners themselves, their machines, the places that they work for, and their tokens. */
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
/** Whom a runner serves: everybody, a group, or projects. */
export type RunnerType = TypeOf<typeof type>;

const access = oneOf("not_protected", "ref_protected");
/** Whether a runner takes jobs of protected refs only. */
export type RunnerAccessLevel = TypeOf<typeof access>;

const programColumns = {
	version: nullable(text()),
	revision: nullable(text()),
	platform: nullable(text()),
	architecture: nullable(text()),
};
const program = object(programColumns);
/** What a runner program reports of itself. */
export type RunnerProgram = TypeOf<typeof program>;

/** A runner as it is registered. */
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
		/** May not be assigned to further projects. */
		locked: flag(),
		run_untagged: flag().or(true),
		tag_list: list(text()),
		access_level: access.or("not_protected"),
		/** Seconds. */
		maximum_timeout: nullable(number()),
		maintenance_note: nullable(text()),
		/** What was sent at registration; the runner's first manager takes it over. */
		program: nullable(program),
		/** Who created it; null for one that was registered with a registration token. */
		created_by_id: linkTo("users"),
		created_at: time().now(),
		/** The last change of its settings or its token. */
		updated_at: time().like("created_at"),
		contacted_at: nullable(time()),
	},
	{ groups: { all: () => 0, group: "group_id" } },
);

/** One machine or process that works under a runner's token. */
export interface RunnerManager extends RowOf<typeof runnerManagers> {}
export const runnerManagers = table(
	"runnerManagers",
	{
		id: serial(2501),
		runner_id: partOf("runners"),
		/** Distinct within the runner. */
		system_id: text(),
		...programColumns,
		created_at: time().now(),
		contacted_at: nullable(time()),
		ip_address: nullable(text()),
	},
	{ groups: { runner: "runner_id" } },
);

/** A project runner's place in a project. The first one is its owner project, and stays. */
export interface RunnerAssignment extends RowOf<typeof runnerAssignments> {}
export const runnerAssignments = table(
	"runnerAssignments",
	{ id: serial(1), runner_id: partOf("runners"), project_id: partOf("projects"), created_at: time().now() },
	{
		groups: { runner: "runner_id", project: "project_id" },
		unique: { assignment: ["runner_id", "project_id"] },
	},
);

/** The authentication token of a runner; a reset puts a new row in its place. */
export interface RunnerToken extends RowOf<typeof runnerTokens> {}
export const runnerTokens = table(
	"runnerTokens",
	{ id: serial(1), runner_id: partOf("runners"), text: secret(), expires_at: nullable(time()) },
	{ groups: { runner: "runner_id" }, unique: { text: "text" } },
);

const place = oneOf("instance", "group", "project");
/** Where a registration token registers runners, or a rule holds. */
export type RunnerPlace = TypeOf<typeof place>;
/** 0 for the instance. */
const placeId = number().or(0);

/** A registration token; a reset puts a new row in its place. */
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

/** What an installation, a group or a project sets for its runners. Without a row all is allowed and nothing expires. */
export interface RunnerRule extends RowOf<typeof runnerRules> {}
export const runnerRules = table(
	"runnerRules",
	{
		id: serial(1),
		place: place.or("instance"),
		/** 0 for the instance. */
		place_id: placeId,
		/** Whether registration tokens register runners there, and below a group. */
		registration_enabled: flag().or(true),
		/** Seconds that a new authentication token is valid; null for ever. */
		token_lifetime: nullable(number()),
	},
	{ unique: { place: ["place", "place_id"] }, points: ["place", "place_id"] },
);

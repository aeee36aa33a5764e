/** The settings of a runner, and their limits. */
import { isLonger } from "../../lib/is-longer";
import type { Runner } from "../../state/records";

const mostTags = 50;
const shortestTimeout = 600;
const longest = { name: 256, description: 1024, maintenance_note: 1024 };

/** The fields of a runner that requests can set. */
export type RunnerSettings = Pick<
	Runner,
	| "name"
	| "description"
	| "paused"
	| "locked"
	| "run_untagged"
	| "tag_list"
	| "access_level"
	| "maximum_timeout"
	| "maintenance_note"
>;

/** The settings in a request. One that is missing gets its default, or does not change. */
export type SettingsInput = { readonly [Name in Exclude<keyof RunnerSettings, "tag_list">]?: Sent<Name> } & {
	readonly tag_list?: readonly string[] | string | undefined;
	/** The older setting, which is the opposite of `paused`. */
	readonly active?: boolean | undefined;
};
type Sent<Name extends keyof RunnerSettings> = RunnerSettings[Name] | undefined;

export const defaults: RunnerSettings = {
	name: null,
	description: null,
	paused: false,
	locked: false,
	run_untagged: true,
	tag_list: [],
	access_level: "not_protected",
	maximum_timeout: null,
	maintenance_note: null,
};

/** Returns the tags of a list or a comma-separated text, trimmed, without empty ones and duplicates. */
function tags(values: readonly string[] | string): string[] {
	const all = typeof values === "string" ? values.split(",") : values;
	return [...new Set(all.map((tag) => tag.trim()).filter((tag) => tag !== ""))];
}

/** Returns `before` with the given settings replaced. */
export function settle(input: SettingsInput, before: RunnerSettings = defaults): RunnerSettings {
	const { active } = input;
	return {
		name: input.name === undefined ? before.name : input.name,
		description: input.description === undefined ? before.description : input.description,
		paused: input.paused ?? (active === undefined ? before.paused : !active),
		locked: input.locked ?? before.locked,
		run_untagged: input.run_untagged ?? before.run_untagged,
		tag_list: input.tag_list === undefined ? before.tag_list : tags(input.tag_list),
		access_level: input.access_level ?? before.access_level,
		maximum_timeout: input.maximum_timeout === undefined ? before.maximum_timeout : input.maximum_timeout,
		maintenance_note: input.maintenance_note === undefined ? before.maintenance_note : input.maintenance_note,
	};
}

/** Returns the validation errors, by field. A list of tags that does not change can be too long. */
export function faults(settings: RunnerSettings, before?: RunnerSettings): { [field: string]: string[] } {
	const found: { [field: string]: string[] } = {};
	const say = (field: string, text: string): void => {
		found[field] = [...(found[field] ?? []), text];
	};
	for (const [field, most] of Object.entries(longest)) {
		// The keys are those of `longest`.
		const text = settings[field as keyof typeof longest];
		if (text !== null && isLonger(text, most)) say(field, `is too long (maximum is ${most} characters)`);
	}
	if (settings.maximum_timeout !== null && settings.maximum_timeout < shortestTimeout)
		say("maximum_timeout", "needs to be at least 10 minutes");
	if (settings.tag_list.length > mostTags && settings.tag_list !== before?.tag_list)
		say("tags_list", `Too many tags specified. Please limit the number of tags to ${mostTags}`);
	if (!settings.run_untagged && settings.tag_list.length === 0)
		say("tags_list", "can not be empty when runner is not allowed to pick untagged jobs");
	return found;
}

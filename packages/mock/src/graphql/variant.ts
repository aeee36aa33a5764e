import { schemaText } from "@tenon/contract/graphql-schema";
import { dialectOf } from "../request/settings/dialect";
import type { Settings } from "../request/settings/settings";
import type { Variant } from "./schema";

const flags = [...new Set([...schemaText.matchAll(/@flag\(name:"(\w+)"\)/g)].map(([, name = ""]) => name))];

/** Returns which items of the contract the schema has with these settings. */
export const variantOf = (
	settings: Settings,
	extensions: Variant["extensions"],
	withoutDeprecated = false,
): Variant => ({
	extensions,
	withoutDeprecated,
	release: settings.release,
	dialect: dialectOf(settings),
	flagsOff: flags.filter((name) => settings.flags[name] === false),
});

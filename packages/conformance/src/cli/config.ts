import { readFileSync } from "node:fs";
import tenonMock from "../../scenes/tenon-mock.json" with { type: "json" };
import { type SceneValues, sceneFields } from "../bench/scene";
import { actors, isActor, type Tokens } from "../rule/actors";
import { isFields } from "../rule/response";
import { UsageError } from "./usage-error";

/** What a configuration file may hold; everything in it can be left out. */
export interface Config {
	readonly baseUrl?: string;
	readonly tokens?: Tokens;
	readonly scene?: SceneValues;
	readonly tier?: Choice<"tier">;
	readonly offering?: Choice<"offering">;
	readonly dialect?: Choice<"dialect">;
}

/** What describes a server with one of a few words, in the arguments as in a configuration. */
export const choices = {
	tier: ["free", "premium", "ultimate"],
	offering: ["hosted", "self-managed", "any"],
	dialect: ["specification", "gitlab"],
	bench: ["auto", "public", "control"],
} as const;
type Choice<Name extends keyof typeof choices> = (typeof choices)[Name][number];

/** The value of a choice; undefined where there is none. Throws what `wrong` makes of a value that is not known. */
export function chosen<Name extends keyof typeof choices>(
	name: Name,
	value: unknown,
	wrong: (what: string) => UsageError,
): Choice<Name> | undefined {
	if (value === undefined) return undefined;
	const known: readonly Choice<Name>[] = choices[name];
	const found = known.find((one) => one === value);
	if (!found) throw wrong(`${name} should be ${known.join(", ")}; not ${JSON.stringify(value)}`);
	return found;
}

/** Configurations that come with the package, by name. */
const builtInConfigs: Readonly<Record<string, Config>> = { "tenon-mock": tenonMock };

/** The file that is read when none is named. */
export const defaultConfig = "tenon-conformance.json";

const keys = ["baseUrl", "tokens", "scene", "tier", "offering", "dialect"];

const isSceneField = (name: string): boolean => Object.hasOwn(sceneFields, name);

function entries(value: unknown, where: string, wrong: (what: string) => UsageError): [string, unknown][] {
	if (value === undefined) return [];
	if (!isFields(value)) throw wrong(`${where} should be an object`);
	return Object.entries(value);
}

/** A token is given as it stands, or as `$NAME` of an environment variable. */
function tokenOf(text: string, name: string, wrong: (what: string) => UsageError): string {
	if (!text.startsWith("$")) return text;
	const value = process.env[text.slice(1)];
	if (!value) throw wrong(`tokens.${name} is ${text}, and the environment has no such variable`);
	return value;
}

/** Reads a configuration's text. Throws a UsageError that says which entry of it is wrong, and what it should be. */
function parseConfig(text: string, name: string): Config {
	const wrong = (what: string) => new UsageError(`${name}: ${what}.`);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw wrong(`no JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
	if (!isFields(value)) throw wrong(`should be an object with ${keys.join(", ")}`);
	for (const key of Object.keys(value))
		if (key !== "$schema" && !keys.includes(key)) throw wrong(`"${key}" is not known; there are ${keys.join(", ")}`);
	const { baseUrl } = value;
	const tier = chosen("tier", value.tier, wrong);
	const offering = chosen("offering", value.offering, wrong);
	const dialect = chosen("dialect", value.dialect, wrong);
	if (baseUrl !== undefined && typeof baseUrl !== "string") throw wrong("baseUrl should be a text");
	const tokens: Record<string, string> = {};
	for (const [actor, token] of entries(value.tokens, "tokens", wrong)) {
		if (!isActor(actor)) throw wrong(`tokens.${actor} is not known; there are ${Object.keys(actors).join(", ")}`);
		if (typeof token !== "string") throw wrong(`tokens.${actor} should be a text`);
		tokens[actor] = tokenOf(token, actor, wrong);
	}
	const scene: Record<string, unknown> = {};
	for (const [field, entry] of entries(value.scene, "scene", wrong)) {
		if (!isSceneField(field))
			throw wrong(`scene.${field} is not known; there are ${Object.keys(sceneFields).join(", ")}`);
		const type = /_i?id$/.test(field) ? "number" : "string";
		if (typeof entry !== type) throw wrong(`scene.${field} should be a ${type === "number" ? "number" : "text"}`);
		scene[field] = entry;
	}
	return {
		...(baseUrl !== undefined && { baseUrl }),
		tokens,
		// Each field has just been validated against its type.
		scene: scene as SceneValues,
		...(tier && { tier }),
		...(offering && { offering }),
		...(dialect && { dialect }),
	};
}

/** The named configuration: one that comes with the package, or a file; without a name the default file, if it is there. */
export function readConfig(name: string | undefined): Config {
	const builtIn = name === undefined ? undefined : builtInConfigs[name];
	if (builtIn) return builtIn;
	const file = name ?? defaultConfig;
	let text: string;
	try {
		text = readFileSync(file, "utf8");
	} catch {
		if (name === undefined) return {};
		throw new UsageError(
			`There is no file ${name}, nor a configuration of that name (${Object.keys(builtInConfigs).join(", ")}).`,
		);
	}
	return parseConfig(text, file);
}

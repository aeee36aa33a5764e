import { readFileSync } from "node:fs";
import tenonMock from "../../scenes/tenon-mock.json" with { type: "json" };
import { type SceneValues, sceneFields } from "../bench/scene";
import { actors, isActor, type Tokens } from "../rule/actors";
import { isFields } from "../rule/response";
import { UsageError } from "./usage-error";

/** The content of a configuration file. Every entry is optional. */
export interface Config {
	readonly baseUrl?: string;
	readonly tokens?: Tokens;
	readonly scene?: SceneValues;
	readonly tier?: Choice<"tier">;
	readonly offering?: Choice<"offering">;
	readonly dialect?: Choice<"dialect">;
}

/** The options that have a fixed set of values, on the command line and in configuration files. */
export const choices = {
	tier: ["free", "premium", "ultimate"],
	offering: ["hosted", "self-managed", "any"],
	dialect: ["specification", "gitlab"],
	bench: ["auto", "public", "control"],
} as const;
type Choice<Name extends keyof typeof choices> = (typeof choices)[Name][number];

/** Returns the value of such an option, or undefined if it is missing. Throws an error of `wrong` if it is unknown. */
export function chosen<Name extends keyof typeof choices>(
	name: Name,
	value: unknown,
	wrong: (what: string) => UsageError,
): Choice<Name> | undefined {
	if (value === undefined) return undefined;
	const known: readonly Choice<Name>[] = choices[name];
	const found = known.find((one) => one === value);
	if (!found) throw wrong(`${name} must be one of ${known.join(", ")}, not ${JSON.stringify(value)}`);
	return found;
}

/** The configurations that the package contains, by name. */
const builtInConfigs: Readonly<Record<string, Config>> = { "tenon-mock": tenonMock };

/** The configuration file that is read by default. */
export const defaultConfig = "tenon-conformance.json";

const keys = ["baseUrl", "tokens", "scene", "tier", "offering", "dialect"];

const isSceneField = (name: string): boolean => Object.hasOwn(sceneFields, name);

function entries(value: unknown, where: string, wrong: (what: string) => UsageError): [string, unknown][] {
	if (value === undefined) return [];
	if (!isFields(value)) throw wrong(`${where} must be an object`);
	return Object.entries(value);
}

/** Returns a token: the text itself, or for `$NAME` the value of this environment variable. */
function tokenOf(text: string, name: string, wrong: (what: string) => UsageError): string {
	if (!text.startsWith("$")) return text;
	const value = process.env[text.slice(1)];
	if (!value) throw wrong(`tokens.${name} is ${text}, but this environment variable is not set`);
	return value;
}

/** Parses a configuration. Throws a UsageError that names the wrong entry and what it should be. */
function parseConfig(text: string, name: string): Config {
	const wrong = (what: string) => new UsageError(`${name}: ${what}.`);
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw wrong(`not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
	if (!isFields(value)) throw wrong(`must be an object with ${keys.join(", ")}`);
	for (const key of Object.keys(value))
		if (key !== "$schema" && !keys.includes(key))
			throw wrong(`"${key}" is unknown; expected one of ${keys.join(", ")}`);
	const { baseUrl } = value;
	const tier = chosen("tier", value.tier, wrong);
	const offering = chosen("offering", value.offering, wrong);
	const dialect = chosen("dialect", value.dialect, wrong);
	if (baseUrl !== undefined && typeof baseUrl !== "string") throw wrong("baseUrl must be a text");
	const tokens: Record<string, string> = {};
	for (const [actor, token] of entries(value.tokens, "tokens", wrong)) {
		if (!isActor(actor)) throw wrong(`tokens.${actor} is unknown; expected one of ${Object.keys(actors).join(", ")}`);
		if (typeof token !== "string") throw wrong(`tokens.${actor} must be a text`);
		tokens[actor] = tokenOf(token, actor, wrong);
	}
	const scene: Record<string, unknown> = {};
	for (const [field, entry] of entries(value.scene, "scene", wrong)) {
		if (!isSceneField(field))
			throw wrong(`scene.${field} is unknown; expected one of ${Object.keys(sceneFields).join(", ")}`);
		const type = /_i?id$/.test(field) ? "number" : "string";
		if (typeof entry !== type) throw wrong(`scene.${field} must be a ${type === "number" ? "number" : "text"}`);
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

/** Reads a configuration of the package or a file, by name. Without a name, reads the default file if it exists. */
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
			`There is no file ${name} and no built-in configuration of that name (${Object.keys(builtInConfigs).join(", ")}).`,
		);
	}
	return parseConfig(text, file);
}

/** The valid values of settings, for user interfaces. */
import { featureFlags, rateLimitKeys, releases } from "../control/known-settings";
import type { Settings } from "../request/settings/settings";
import { settingsBody } from "./settings";

/** The kind of a setting's values. */
type Kind =
	| { readonly kind: "choice"; readonly choices: readonly string[] }
	/** One of the choices, or an object. */
	| { readonly kind: "choice-or-object"; readonly choices: readonly string[]; readonly keys?: readonly string[] }
	| { readonly kind: "flag" | "text" | "texts" }
	| { readonly kind: "number"; readonly minimum: number; readonly maximum: number; readonly unit: string }
	/** Any number of the choices. */
	| { readonly kind: "choices"; readonly choices: readonly string[] }
	/** A boolean for each of the keys. */
	| { readonly kind: "flags"; readonly keys: readonly string[] }
	/** Null, or an object with these fields. */
	| { readonly kind: "object"; readonly fields: { readonly [name: string]: "text" | "number" | "flag" } };

const limit: Kind = { kind: "object", fields: { requests: "number", period: "number" } };
const text: Kind = { kind: "text" };
const flag: Kind = { kind: "flag" };

/** Computed on request: it reads the whole contract. */
const kinds = (): { readonly [name in keyof Settings]-?: Kind } => ({
	tier: { kind: "choice", choices: ["free", "premium", "ultimate"] },
	offering: { kind: "choice", choices: ["any", "hosted", "self-managed"] },
	release: { kind: "choice", choices: releases() },
	dialect: { kind: "choice", choices: ["specification", "gitlab"] },
	flags: { kind: "flags", keys: featureFlags() },
	rateLimits: { kind: "choice-or-object", choices: ["off", "stated", "realistic"], keys: rateLimitKeys() },
	requestLimit: limit,
	alertLimit: limit,
	accessTokenPrefix: text,
	containerRegistryMetadata: flag,
	runnerTokenPrefix: text,
	registeredRunnerTokenPrefix: text,
	registrationTokenPrefix: text,
	restrictedVisibilities: { kind: "choices", choices: ["public", "internal", "private"] },
	ldapGroupSync: flag,
	stepUpProviders: { kind: "texts" },
	privateProfiles: flag,
	pipelines: { kind: "choice-or-object", choices: ["manual", "simulated"] },
	spam: { kind: "object", fields: { isSpam: "text", next: "number", sparesAdministrators: "flag" } },
	captcha: { kind: "object", fields: { siteKey: "text", solution: "text", lifetime: "number" } },
	latency: { kind: "number", minimum: 0, maximum: 600_000, unit: "milliseconds" },
	session: text,
	externalUrl: text,
	explain: flag,
	strict: flag,
	cors: { kind: "choice-or-object", choices: ["*"] },
	journal: { kind: "number", minimum: 0, maximum: 1_000_000, unit: "requests" },
});

/** Returns the kind of each setting's values, and the value that a reset gives it. */
export function settingChoices(initial: Settings): { readonly [name: string]: Kind & { readonly initial: unknown } } {
	const values = settingsBody(initial);
	return Object.fromEntries(
		Object.entries(kinds()).map(([name, kind]) => [name, { ...kind, initial: values[name] ?? null }]),
	);
}

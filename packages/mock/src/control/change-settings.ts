import { flag, list, nullable, object, oneOf, optional, plain, text } from "../lib/checks";
import { isOrigin } from "../lib/is-origin";
import { compareReleases } from "../request/access/served";
import { setDialect } from "../request/settings/dialect";
import { defaultSettings, newestRelease, type Settings } from "../request/settings/settings";
import type { Span } from "../request/settings/simulation";
import { type AnyCheck, checkFields } from "./check-fields";
import { flags as knownFlags, rateLimits as knownLimits } from "./known-settings";

const oldestRelease = "1.0";
/** One hundred days, in seconds. */
const longestSpan = 8_640_000;

const release = plain<string>(
	`a release, major.minor, no newer than ${newestRelease}`,
	(value) =>
		typeof value === "string" &&
		/^\d{1,4}\.\d{1,4}$/.test(value) &&
		compareReleases(value, oldestRelease) >= 0 &&
		compareReleases(value, newestRelease) <= 0,
);
/** The maximum number of journal entries. It is limited because the journal is in memory. */
const entries = plain<number>(
	"a whole number from 0 to 1000000",
	(value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 1_000_000,
);
/** A token prefix, which goes unescaped into headers and URLs. */
const prefix = plain<string>(
	"up to 20 ASCII characters without spaces",
	(value) => typeof value === "string" && /^[!-~]{0,20}$/.test(value),
);
const count = plain<number>("a whole number from 0 on", (value) => Number.isSafeInteger(value) && Number(value) >= 0);
const milliseconds = plain<number>(
	"milliseconds, from 0 to 600000",
	(value) => typeof value === "number" && value >= 0 && value <= 600_000,
);
const percent = plain<number>(
	"percent, from 0 to 100",
	(value) => typeof value === "number" && value >= 0 && value <= 100,
);
const address = plain<string>(
	"an http(s) URL without credentials",
	// The pattern also refuses line breaks, which the URL parser would drop.
	(value) => typeof value === "string" && /^https?:\/\/[^\s@]+$/.test(value) && URL.canParse(value),
);
const seconds = plain<number>(
	`a whole number of seconds from 1 to ${longestSpan}`,
	(value) => Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= longestSpan,
);
const limit = nullable(object({ requests: count, period: seconds }));
const textOrJudge = plain<string>(
	"a text (a function is only possible in TypeScript)",
	(value) => typeof value === "string" || typeof value === "function",
);

const span = plain<Span>("seconds, or { min, max } of them", (value) => {
	const { min, max } =
		typeof value === "object" && value !== null ? { min: 0, max: -1, ...value } : { min: value, max: value };
	return (
		Number.isFinite(min) &&
		Number.isFinite(max) &&
		Number(min) >= 0 &&
		Number(min) <= Number(max) &&
		Number(max) <= longestSpan
	);
});
const failing = plain<number | readonly string[]>(
	"a share from 0 to 1, or a list of job names (a function is only possible in TypeScript)",
	(value) =>
		typeof value === "function" ||
		(typeof value === "number" && value >= 0 && value <= 1) ||
		(Array.isArray(value) && value.every((one) => typeof one === "string")),
);
const simulation = object({
	wait: optional(span),
	run: optional(span),
	fail: optional(failing),
	coverage: optional(percent),
	seed: optional(count),
});
/** Checks for one of a few words, or for an object. */
const wordOr = (expected: string, words: readonly string[], whole: AnyCheck): AnyCheck => ({
	expected,
	run(value, path, report, has) {
		if (typeof value === "object" && value !== null) whole.run(value, path, report, has);
		else if (!words.some((word) => word === value)) report(path, expected, value);
	},
});
const pipelines = wordOr("manual, simulated, or how it is simulated", ["manual", "simulated"], simulation);

const rateLimits = wordOr(
	"off, stated, realistic, or an object of limits",
	["off", "stated", "realistic"],
	knownLimits(nullable(count)),
);

/** The check of each setting's value. */
const settingChecks: { readonly [name in keyof Settings]-?: AnyCheck } = {
	tier: oneOf("free", "premium", "ultimate"),
	offering: oneOf("any", "hosted", "self-managed"),
	release,
	dialect: oneOf("specification", "gitlab"),
	flags: knownFlags(flag),
	rateLimits,
	requestLimit: limit,
	alertLimit: limit,
	accessTokenPrefix: prefix,
	containerRegistryMetadata: flag,
	runnerTokenPrefix: prefix,
	registeredRunnerTokenPrefix: prefix,
	registrationTokenPrefix: prefix,
	restrictedVisibilities: list(oneOf("public", "internal", "private")),
	ldapGroupSync: flag,
	stepUpProviders: list(text),
	privateProfiles: flag,
	pipelines,
	spam: nullable(
		object({ isSpam: optional(textOrJudge), next: optional(count), sparesAdministrators: optional(flag) }),
	),
	captcha: nullable(object({ siteKey: text, solution: optional(textOrJudge), lifetime: optional(seconds) })),
	latency: milliseconds,
	session: nullable(text),
	externalUrl: nullable(address),
	explain: flag,
	strict: flag,
	cors: plain<"*" | readonly string[]>(
		'"*", or a list of origins such as http://localhost:5173',
		(value) => value === "*" || (Array.isArray(value) && value.every(isOrigin)),
	),
	journal: entries,
};

/** The settings that null sets to undefined, which JSON cannot express. */
const unset: ReadonlySet<string> = new Set(["session", "externalUrl"]);

/**
 * Changes settings: each of the passed settings as a whole, and all of them or, if one is invalid, none.
 *
 * @param changes Settings by name, such as parsed JSON; null unsets `session` and `externalUrl`.
 * @throws ControlError that names the unknown setting or the invalid value.
 */
export function changeSettings(settings: Settings, changes: unknown): void {
	const checked = checkFields(changes, settingChecks, "setting");
	const { dialect, ...others } = checked;
	// Checked above. The dialect comes first, since a token prefix in the same changes takes precedence over the
	// dialect's.
	if (dialect !== undefined) setDialect(settings, defaultSettings(), dialect as Settings["dialect"]);
	for (const [name, value] of Object.entries(others))
		Reflect.set(settings, name, value === null && unset.has(name) ? undefined : value);
}

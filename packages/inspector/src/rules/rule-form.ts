import type { Schemas } from "../api/control";

interface Field {
	readonly name: string;
	readonly label: string;
	readonly type: "number" | "text";
	readonly value: string | number;
}

const status = (value: number): Field => ({ name: "status", label: "Status", type: "number", value });

/** The effects that a rule can have. */
export const effects = {
	fail: { label: "Respond with a failure", fields: [status(503)] },
	late: {
		label: "Respond as usual, but late",
		fields: [{ name: "latency", label: "Milliseconds", type: "number", value: 2_000 }],
	},
	drop: { label: "Break the connection before the response", fields: [] },
	lost: { label: "Do it, then lose the response", fields: [] },
	limit: {
		label: "Respond with 429, rate limited",
		fields: [{ name: "retryAfter", label: "Retry after, in seconds", type: "number", value: 5 }],
	},
	malformed: { label: "Respond with broken JSON", fields: [] },
	hold: { label: "Hold the request until I release it", fields: [] },
	respond: {
		label: "Respond with a fixed body, in the platform's place",
		fields: [status(200), { name: "body", label: "Body, as JSON or text", type: "text", value: "{}" }],
	},
} as const satisfies { readonly [name: string]: { readonly label: string; readonly fields: readonly Field[] } };

export type Effect = keyof typeof effects;

/** A fault or an override. */
export type Rule =
	| { readonly kind: "fault"; readonly options: Schemas["FaultOptions"] }
	| { readonly kind: "override"; readonly options: Schemas["OverrideOptions"] };

function bodyFrom(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** The values of the form's fields, by name. */
export type FormValues = { readonly [name: string]: string };

export const valuesIn = (form: HTMLFormElement): FormValues =>
	Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** Returns the rule that a form describes. The mock validates it. */
export function ruleOf(effect: Effect, form: FormValues): Rule {
	const text = (name: string): string => (form[name] ?? "").trim();
	const number = (name: string): { [name: string]: number } =>
		text(name) === "" ? {} : { [name]: Number(text(name)) };
	const match = {
		...(text("path") === "" ? {} : { path: text("path") }),
		...(text("user") === "" ? {} : { user: text("user") }),
	};
	const common = {
		...(text("operation") === "" ? {} : { operation: text("operation") }),
		...(Object.keys(match).length === 0 ? {} : { match }),
		...number("times"),
	};
	if (effect === "respond")
		return { kind: "override", options: { ...common, ...number("status"), body: bodyFrom(text("body")) } };
	const kinds: { readonly [name in Exclude<Effect, "respond">]: Schemas["FaultOptions"] } = {
		fail: number("status"),
		late: number("latency"),
		drop: { kind: "drop" },
		lost: { kind: "drop", when: "after" },
		limit: { kind: "rate-limit", ...number("retryAfter") },
		malformed: { kind: "malformed" },
		hold: { hold: true },
	};
	return { kind: "fault", options: { ...common, ...kinds[effect] } };
}

/** The effects of the kinds of faults that the form supports. */
const kindEffects: { readonly [kind: string]: Effect } = { "rate-limit": "limit", malformed: "malformed" };

function effectOf({ kind, options }: Rule): Effect {
	if (kind === "override") return "respond";
	if (options.hold) return "hold";
	if (options.kind === "drop") return options.when === "after" ? "lost" : "drop";
	if (options.kind !== undefined) return kindEffects[options.kind] ?? "fail";
	return options.status === undefined ? "late" : "fail";
}

const sorted = (value: unknown): unknown =>
	typeof value !== "object" || value === null || Array.isArray(value)
		? value
		: Object.fromEntries(
				Object.entries(value)
					.sort(([a], [b]) => (a < b ? -1 : 1))
					.map(([name, one]) => [name, sorted(one)]),
			);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** Returns the form for a rule; undefined if the form lacks fields for a part of it. */
export function formOf(rule: Rule): { readonly effect: Effect; readonly values: FormValues } | undefined {
	const effect = effectOf(rule);
	const { operation, match, times } = rule.options;
	const { status, body } = rule.options;
	const { latency, retryAfter } = rule.kind === "fault" ? rule.options : {};
	const own = { operation, path: match?.path, user: match?.user, times, status, latency, retryAfter };
	const entries = Object.entries(own).flatMap(([name, value]) =>
		value === undefined || value === null || typeof value === "object" ? [] : [[name, String(value)]],
	);
	const text = typeof body === "string" ? body : JSON.stringify(body, null, 2);
	const values: FormValues = { ...Object.fromEntries(entries), ...(body === undefined ? {} : { body: text ?? "" }) };
	return same(ruleOf(effect, values).options, rule.options) ? { effect, values } : undefined;
}

import type { Schemas } from "../api/control";

interface Field {
	readonly name: string;
	readonly label: string;
	readonly type: "number" | "text";
	readonly value: string | number;
}

const status = (value: number): Field => ({ name: "status", label: "Status", type: "number", value });

/** What a rule can do. */
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

type Rule =
	| { readonly kind: "fault"; readonly options: Schemas["FaultOptions"] }
	| { readonly kind: "override"; readonly options: Schemas["OverrideOptions"] };

function bodyFrom(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** The rule that a form describes. Whether it makes sense the mock says. */
export function ruleOf(effect: Effect, form: FormData): Rule {
	const text = (name: string): string => String(form.get(name) ?? "").trim();
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

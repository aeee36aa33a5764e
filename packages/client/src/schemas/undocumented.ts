import type * as z from "zod/mini";
import type { Fault } from "../errors";

type Type = z.core.$ZodType;

/** The fields of a value that its schema does not know, as deep as they lie. An object whose keys are free has none. */
export function undocumented(schema: Type, value: unknown, path: readonly (string | number)[] = []): Fault[] {
	// Every kind of schema keeps what it is made of here.
	const { def } = (schema as z.core.$ZodTypes)._zod;
	switch (def.type) {
		case "nullable":
		case "optional":
			return undocumented(def.innerType, value, path);
		case "array":
			return Array.isArray(value)
				? value.flatMap((one, index) => undocumented(def.element, one, [...path, index]))
				: [];
		case "union": {
			const fits = def.options.filter((option) => (option as z.ZodMiniType).safeParse(value).success);
			const each = fits.map((option) => undocumented(option, value, path)).sort((a, b) => a.length - b.length);
			return each[0] ?? [];
		}
		case "object": {
			if (typeof value !== "object" || value === null || Object.keys(def.shape).length === 0) return [];
			return Object.entries(value).flatMap(([name, one]) => {
				const field = def.shape[name];
				return field
					? undocumented(field, one, [...path, name])
					: [{ path: [...path, name], expected: "is no field that the contract knows" }];
			});
		}
		default:
			return [];
	}
}

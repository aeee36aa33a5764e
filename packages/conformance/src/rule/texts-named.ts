/** Every string in a record, however deep, whose field name has this ending. */
export const textsNamed = (value: unknown, ending: string): readonly string[] =>
	typeof value !== "object" || value === null
		? []
		: Object.entries(value).flatMap(([name, inner]) =>
				name.endsWith(ending) && typeof inner === "string" ? [inner] : textsNamed(inner, ending),
			);

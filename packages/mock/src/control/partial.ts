/** Whether a value includes the expected one: objects may have more fields, everything else must be equal. */
export function includes(value: unknown, expected: unknown): boolean {
	if (Object.is(value, expected)) return true;
	if (typeof value !== "object" || value === null || typeof expected !== "object" || expected === null) return false;
	if (Array.isArray(expected))
		return (
			Array.isArray(value) &&
			value.length === expected.length &&
			expected.every((one: unknown, index) => includes(value[index], one))
		);
	return Object.entries(expected).every(
		([name, one]) => Object.hasOwn(value, name) && includes(Reflect.get(value, name), one),
	);
}

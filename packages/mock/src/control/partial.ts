/** Whether a value holds at least what is wanted: an object its fields, a list as many elements; all else the same. */
export function includes(value: unknown, wanted: unknown): boolean {
	if (Object.is(value, wanted)) return true;
	if (typeof value !== "object" || value === null || typeof wanted !== "object" || wanted === null) return false;
	if (Array.isArray(wanted))
		return (
			Array.isArray(value) &&
			value.length === wanted.length &&
			wanted.every((one: unknown, index) => includes(value[index], one))
		);
	return Object.entries(wanted).every(
		([name, one]) => Object.hasOwn(value, name) && includes(Reflect.get(value, name), one),
	);
}

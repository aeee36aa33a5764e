/** Whether an argument or a field of an input was given, and not as null. */
export const isPresent = <Value>(value: Value): value is NonNullable<Value> => value !== null && value !== undefined;

/** Whether an argument or an input field was given, and is not null. */
export const isPresent = <Value>(value: Value): value is NonNullable<Value> => value !== null && value !== undefined;

import type { Fields } from "./response";

/** Fields of a user that a server may change by itself when the user does something. */
export const traces = /^(last_activity_on|(current|last)_sign_in_(at|ip)|sign_in_count)$/;

export const withoutTraces = (fields: Fields): Fields =>
	Object.fromEntries(Object.entries(fields).filter(([name]) => !traces.test(name)));

/** Something that is wrong with an input. */
export interface ControlFault {
	/** The position in the input, as a JSON pointer; empty for the whole. */
	readonly pointer: string;
	/** What is wrong, and what was expected. */
	readonly message: string;
}

/** Thrown if an input is invalid; nothing was changed. */
export class ControlError extends TypeError {
	readonly faults: readonly ControlFault[];

	constructor(faults: readonly ControlFault[]) {
		super(faults.map(({ pointer, message }) => (pointer === "" ? message : `${pointer}: ${message}`)).join("\n"));
		this.name = "ControlError";
		this.faults = faults;
	}
}

/** Runs a check of a part of an input, and prefixes the pointers of its faults with the part's position. */
export function checkedAt<Result>(place: string, check: () => Result): Result {
	try {
		return check();
	} catch (error) {
		if (!(error instanceof ControlError)) throw error;
		throw new ControlError(error.faults.map(({ pointer, message }) => ({ pointer: `${place}${pointer}`, message })));
	}
}

/** Thrown if a call of the control API cannot be carried out; `status` is the status of the response. */
export class ControlRefusal extends Error {
	readonly status: number;
	readonly faults: readonly ControlFault[];

	constructor(status: number, message: string, faults: readonly ControlFault[] = []) {
		super(message);
		this.name = "ControlRefusal";
		this.status = status;
		this.faults = faults;
	}
}

/** Turns a path of the checks, such as `flags.x[0]`, into a JSON pointer. */
export const pointerOf = (path: string): string =>
	`/${path.replaceAll("[", "/").replaceAll("]", "").replaceAll(".", "/")}`;

/** Something that is wrong with what a control was given. */
export interface ControlFault {
	/** Where, as a JSON pointer into what was given; empty for the whole. */
	readonly pointer: string;
	/** What is wrong, and what was expected. */
	readonly message: string;
}

/** A control was given what it does not take; nothing was changed. */
export class ControlError extends TypeError {
	readonly faults: readonly ControlFault[];

	constructor(faults: readonly ControlFault[]) {
		super(faults.map(({ pointer, message }) => (pointer === "" ? message : `${pointer}: ${message}`)).join("\n"));
		this.name = "ControlError";
		this.faults = faults;
	}
}

/** Checks a part of something: the pointers of what is wrong lead to it from the whole. */
export function checkedAt<Result>(place: string, check: () => Result): Result {
	try {
		return check();
	} catch (error) {
		if (!(error instanceof ControlError)) throw error;
		throw new ControlError(error.faults.map(({ pointer, message }) => ({ pointer: `${place}${pointer}`, message })));
	}
}

/** A call of the control API that cannot be carried out; `status` is the response's. */
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

/** `flags.x[0]`, as the checks say where they are, as a JSON pointer. */
export const pointerOf = (path: string): string =>
	`/${path.replaceAll("[", "/").replaceAll("]", "").replaceAll(".", "/")}`;

import { StateFileError } from "../control/state-file";
import { ControlError, type ControlFault, ControlRefusal } from "../lib/control-error";
import { NotKept } from "../lib/not-kept";
import { answer } from "../request/http/answer";
import type { RawResponse } from "../request/http/raw";

/** A refusal of the control API: what was wrong, and where in what was sent. */
export const refused = (status: number, message: string, faults: readonly ControlFault[] = []): RawResponse =>
	answer(status, { message, faults });

/** What a failure is answered with; undefined for one that is not the caller's. */
export function told(error: unknown): RawResponse | undefined {
	if (error instanceof ControlRefusal) return refused(error.status, error.message, error.faults);
	if (error instanceof ControlError) return refused(400, error.message, error.faults);
	if (error instanceof StateFileError)
		return refused(
			400,
			error.message,
			error.faults.map((message) => ({ pointer: "", message })),
		);
	return undefined;
}

/** What a failure of the platform itself is answered with. */
export const refusedByFailure = (error: unknown): RawResponse =>
	refused(error instanceof NotKept ? 507 : 500, error instanceof Error ? error.message : String(error));

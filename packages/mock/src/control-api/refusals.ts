import { StateFileError } from "../control/state-file";
import { ControlError, type ControlFault, ControlRefusal } from "../lib/control-error";
import { NotKept } from "../lib/not-kept";
import { jsonResponse } from "../request/http/json-response";
import type { RawResponse } from "../request/http/raw";

/** Returns a refusal of the control API: what is wrong, and where in the input. */
export const refused = (status: number, message: string, faults: readonly ControlFault[] = []): RawResponse =>
	jsonResponse(status, { message, faults });

/** Returns the response to an error; undefined if the caller did not cause it. */
export function refusalOf(error: unknown): RawResponse | undefined {
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

/** Returns the response to an internal error of the platform. */
export const refusedByFailure = (error: unknown): RawResponse =>
	refused(error instanceof NotKept ? 507 : 500, error instanceof Error ? error.message : String(error));

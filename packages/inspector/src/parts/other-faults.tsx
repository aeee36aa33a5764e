import type { ReactElement } from "react";
import type { ControlFailure } from "../api/control";

/** The faults in an input that no field of the form shows. */
export function OtherFaults({ faults }: { faults: ControlFailure["faults"] }): ReactElement[] {
	return faults.map(({ pointer, message }) => (
		<p key={`${pointer} ${message}`} className="fault" role="alert">
			{pointer && <code>{pointer}</code>} {message}
		</p>
	));
}

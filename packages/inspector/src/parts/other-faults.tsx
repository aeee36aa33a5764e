import type { ReactElement } from "react";
import type { ControlFailure } from "../api/control";

/** What is wrong with an input, where no field of the form shows it. */
export function OtherFaults({ faults }: { faults: ControlFailure["faults"] }): ReactElement[] {
	return faults.map(({ pointer, message }) => (
		<p key={`${pointer} ${message}`} className="fault" role="alert">
			{pointer && <code>{pointer}</code>} {message}
		</p>
	));
}

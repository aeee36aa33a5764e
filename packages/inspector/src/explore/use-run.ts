import { useState } from "react";
import { bodyOf, ControlFailure, control, type Schemas } from "../api/control";
import type { paths } from "../generated/control";

type SendInput = paths["/send"]["post"]["requestBody"]["content"]["application/json"];

export interface Run {
	/** The journal entry of the last request that was sent. */
	readonly sent: string | undefined;
	readonly isBusy: boolean;
	/** The reason why the mock did not send it. The draft stays. */
	readonly failure: string | undefined;
	readonly faults: Required<Schemas["Refusal"]>["faults"];
	readonly send: (input: SendInput) => Promise<void>;
	readonly setSent: (id: string) => void;
	readonly setFailure: (failure: string) => void;
}

/** Returns a function that sends a request to the platform, and the state of the last one. */
export function useRun(): Run {
	const [sent, setSent] = useState<string>();
	const [isBusy, setBusy] = useState(false);
	const [error, setError] = useState<Error>();
	return {
		sent,
		isBusy,
		failure: error?.message,
		faults: error instanceof ControlFailure ? [...error.faults] : [],
		setSent,
		setFailure: (failure) => setError(new Error(failure)),
		async send(input) {
			setBusy(true);
			setError(undefined);
			try {
				setSent((await bodyOf(control.POST("/send", { body: input }))).id);
			} catch (failure) {
				setError(failure instanceof Error ? failure : new Error(String(failure)));
			} finally {
				setBusy(false);
			}
		},
	};
}

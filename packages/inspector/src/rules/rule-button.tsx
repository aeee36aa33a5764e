import { Zap } from "lucide-react";
import { type ReactElement, useState } from "react";
import { RuleDialog, type RuleTarget } from "./rule-dialog";

/** A button that opens the form for a new fault or override, filled in for a request. */
export function RuleButton(target: RuleTarget): ReactElement {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<button type="button" className="button" onClick={() => setOpen(true)}>
				<Zap size={16} aria-hidden />
				Make a rule
			</button>
			{isOpen && <RuleDialog target={target} onClose={() => setOpen(false)} />}
		</>
	);
}

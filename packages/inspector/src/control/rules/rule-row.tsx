import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { control } from "../../api/control";
import { inWorld, useWorld } from "../../app/world";
import { useUndoable } from "../../parts/use-undoable";
import { doesWords, struckWords, whenWords } from "../../rules/rule-words";
import { changeRule, removeRule, type SavedRule } from "../../rules/save-rule";

interface RuleRowProps {
	readonly rule: SavedRule;
	/** All rules, in the order in which they apply. */
	readonly rules: readonly SavedRule[];
	readonly isFirst: boolean;
	readonly isLast: boolean;
	readonly onEdit: () => void;
}

/** A rule with its buttons. */
export function RuleRow({ rule, rules, isFirst, isLast, onEdit }: RuleRowProps): ReactElement {
	const { kind, id, enabled, calls, held, options } = rule;
	const world = useWorld();
	const [, navigate] = useLocation();
	const { callAndOffer } = useUndoable();
	const name = `${whenWords(rule)}: ${doesWords(rule)}`;
	// The rules are in the order in which they apply. The mock stores overrides in the opposite order.
	const own = rules.filter((one) => one.kind === kind);
	const at = own.indexOf(rule);
	const place = (index: number): number => (kind === "fault" ? index : own.length - 1 - index);
	const move = (by: number): void =>
		void callAndOffer("The rule is moved", () => changeRule(kind, id, { position: place(at + by) }));
	const toggle = (): void =>
		void callAndOffer(enabled ? "The rule is off" : "The rule is on", () =>
			changeRule(kind, id, { enabled: !enabled }),
		);
	const again = (): void => void callAndOffer("The rule counts from 0 again", () => changeRule(kind, id, { options }));
	const release = (): void =>
		void callAndOffer(`${held} released`, () =>
			control.POST("/faults/{fault_id}/release", { params: { path: { fault_id: id } } }),
		);
	return (
		<li className={enabled ? "" : "off"}>
			<input type="checkbox" checked={enabled} aria-label={`${name}, on`} onChange={toggle} />
			<span className="grow">
				<strong>{whenWords(rule)}</strong> {doesWords(rule)}
			</span>
			<button
				type="button"
				className="button quiet"
				disabled={calls === 0}
				onClick={() => navigate(inWorld("/requests?q=is%3Astruck", world))}
			>
				{struckWords(rule)}
			</button>
			<span className="actions">
				{held > 0 && (
					<button type="button" className="button" onClick={release}>
						Release
					</button>
				)}
				{options.times !== undefined && calls >= options.times && (
					<button type="button" className="button" onClick={again}>
						Again
					</button>
				)}
				<button type="button" className="button" onClick={onEdit}>
					Edit
				</button>
				<button
					type="button"
					className="button icon"
					aria-label={`Up: ${name}`}
					disabled={isFirst}
					onClick={() => move(-1)}
				>
					<ArrowUp size={16} aria-hidden />
				</button>
				<button
					type="button"
					className="button icon"
					aria-label={`Down: ${name}`}
					disabled={isLast}
					onClick={() => move(1)}
				>
					<ArrowDown size={16} aria-hidden />
				</button>
				<button
					type="button"
					className="button icon"
					aria-label={`Remove: ${name}`}
					onClick={() => void callAndOffer("The rule is removed", () => removeRule(kind, id))}
				>
					<X size={16} aria-hidden />
				</button>
			</span>
		</li>
	);
}

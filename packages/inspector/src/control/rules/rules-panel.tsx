import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useKeys } from "../../app/keys";
import { useWorld } from "../../app/world";
import { LoadState } from "../../parts/load-state";
import { useUndoable } from "../../parts/use-undoable";
import { RuleDialog } from "../../rules/rule-dialog";
import type { Rule } from "../../rules/rule-form";
import { doesWords, whenWords } from "../../rules/rule-words";
import { addRule, listRules, removeRule, type SavedRule } from "../../rules/save-rule";
import { RuleRow } from "./rule-row";

/** Examples of rules, to add with one click. */
const presets: readonly Rule[] = [
	{ kind: "fault", options: { operation: "createPipeline", status: 503, times: 1 } },
	{ kind: "fault", options: { latency: { min: 200, max: 1_500 } } },
	{ kind: "fault", options: { kind: "rate-limit", retryAfter: 5, share: 0.2 } },
];

/** The faults and overrides, in the order in which they apply. */
export function RulesPanel(): ReactElement {
	const world = useWorld();
	const [edited, setEdited] = useState<SavedRule | "new">();
	const { doAndOffer } = useUndoable();
	const { data, error, refetch } = useQuery({
		queryKey: ["rules", world],
		queryFn: listRules,
		refetchInterval: 2_000,
	});
	useKeys([{ key: "n", label: "New rule", run: () => setEdited("new") }]);
	const add = (rule: Rule): void =>
		void doAndOffer("The rule strikes from the next request on", async () => {
			const id = await addRule(rule);
			return () => removeRule(rule.kind, id);
		});
	const isLast = (rule: SavedRule, by: number): boolean => {
		const same = data?.filter(({ kind }) => kind === rule.kind) ?? [];
		return same.at(by === -1 ? 0 : -1)?.id === rule.id;
	};
	return (
		<div className="stack">
			<div className="actions">
				<button type="button" className="button primary" onClick={() => setEdited("new")}>
					<Plus size={16} aria-hidden />
					Rule
				</button>
				<span className="soft">The first rule that responds gives the response. Faults come before overrides.</span>
			</div>
			{!data && <LoadState name="rules" error={error} onRetry={() => void refetch()} />}
			{data?.length === 0 && (
				<div className="empty">
					<h2>No rule yet</h2>
					<p>Rules make requests fail, wait or get another response. Begin with one of these:</p>
					<ul className="stack">
						{presets.map((rule) => (
							<li key={JSON.stringify(rule)}>
								<button type="button" className="button" onClick={() => add(rule)}>
									{whenWords(rule)}: {doesWords(rule)}
									{rule.options.times === 1 && ", once"}
								</button>
							</li>
						))}
					</ul>
				</div>
			)}
			{data && data.length > 0 && (
				<ol className="card rows" aria-label="Rules">
					{data.map((rule) => (
						<RuleRow
							key={rule.id}
							rule={rule}
							rules={data}
							isFirst={isLast(rule, -1)}
							isLast={isLast(rule, 1)}
							onEdit={() => setEdited(rule)}
						/>
					))}
				</ol>
			)}
			{edited && <RuleDialog {...(edited === "new" ? {} : { saved: edited })} onClose={() => setEdited(undefined)} />}
		</div>
	);
}

import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { host } from "../api/host";
import { Modal } from "../parts/modal";

/** The description of a key for the list of keys. */
export interface KeyAction {
	/** As `KeyboardEvent.key` has it; two with a space between are pressed one after the other. */
	readonly key: string;
	readonly label: string;
	readonly run: () => void;
}

interface Keys {
	readonly actions: Set<readonly KeyAction[]>;
	readonly isOn: boolean;
	readonly showHelp: () => void;
}

const KeysContext = createContext<Keys>({ actions: new Set(), isOn: true, showHelp: () => {} });

const storageKey = "tenon-inspector-single-keys";

/** Whether a pressed key belongs to the focused element. */
function isTyping(event: KeyboardEvent): boolean {
	const { target } = event;
	if (!(target instanceof HTMLElement)) return false;
	return (
		target.isContentEditable ||
		/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
		target.closest("[role=menu],[role=dialog]") !== null
	);
}

/** Registers keys while a component is mounted. */
export function useKeys(actions: readonly KeyAction[]): void {
	const keys = useContext(KeysContext);
	useEffect(() => {
		keys.actions.add(actions);
		return () => void keys.actions.delete(actions);
	});
}

export const useKeyHelp = (): (() => void) => useContext(KeysContext).showHelp;

/** Keys that other parts listen for, or the browser knows. */
const everywhere = [
	{ key: "Ctrl+K", label: "Go to an area, a table, an operation or a world" },
	{ key: "Ctrl+Z", label: "Undo the last step" },
	{ key: "Ctrl+Enter", label: "Send or save what is in a form" },
];

function KeyList({ keys, onSwitch }: { keys: Keys; onSwitch: (isOn: boolean) => void }): ReactElement {
	return (
		<div className="stack">
			<dl className="keys-list">
				{[...everywhere, ...[...keys.actions].flat()].map(({ key, label }) => (
					<div key={key} style={{ display: "contents" }}>
						<dt>
							{key.split(" ").map((part) => (
								<kbd key={part}>{part}</kbd>
							))}
						</dt>
						<dd>{label}</dd>
					</div>
				))}
			</dl>
			<label>
				<input type="checkbox" checked={keys.isOn} onChange={(event) => onSwitch(event.target.checked)} /> Single keys
				work
			</label>
		</div>
	);
}

/** Listens for keys, and lists them at `?`. */
export function KeysProvider({ children }: { children: ReactNode }): ReactElement {
	const [actions] = useState(() => new Set<readonly KeyAction[]>());
	const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== "off");
	const [isHelp, setHelp] = useState(false);
	const pending = useRef<{ key: string; at: number }>({ key: "", at: 0 });
	useEffect(() => {
		const press = (event: KeyboardEvent): void => {
			if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
			// A key that means the same everywhere is not a character key.
			if (!isOn && event.key.length === 1) return;
			if (event.key === "?") setHelp(true);
			const first = Date.now() - pending.current.at < 1_000 ? `${pending.current.key} ` : "";
			const all = [...actions].flat();
			const found = all.find(({ key }) => key === first + event.key) ?? all.find(({ key }) => key === event.key);
			pending.current = { key: event.key, at: found ? 0 : Date.now() };
			if (!found) return;
			event.preventDefault();
			found.run();
		};
		return host().onKeyDown(press);
	}, [actions, isOn]);
	const keys = { actions, isOn, showHelp: () => setHelp(true) };
	const change = (next: boolean): void => {
		setOn(next);
		localStorage.setItem(storageKey, next ? "on" : "off");
	};
	return (
		<KeysContext.Provider value={keys}>
			{children}
			<Modal title="Keys" isOpen={isHelp} onClose={() => setHelp(false)}>
				<KeyList keys={keys} onSwitch={change} />
			</Modal>
		</KeysContext.Provider>
	);
}

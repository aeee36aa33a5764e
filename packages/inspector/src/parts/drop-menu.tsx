import { Menu } from "@base-ui/react/menu";
import { ChevronDown } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { layer } from "../api/host";

export interface MenuItem {
	readonly label: string;
	/** Shown beside the label, in a softer color. */
	readonly note?: string | undefined;
	readonly isDisabled?: boolean;
	readonly onSelect: () => void;
}

interface DropMenuProps {
	readonly label: ReactNode;
	/** The name for screen readers, if it differs from the label. */
	readonly name?: string;
	readonly heading?: string;
	readonly className?: string;
	readonly items: readonly MenuItem[];
}

/** A button that opens a menu. */
export function DropMenu({ label, name, heading, className = "button", items }: DropMenuProps): ReactElement {
	return (
		<Menu.Root>
			<Menu.Trigger className={className} aria-label={name}>
				{label}
				<ChevronDown size={14} aria-hidden />
			</Menu.Trigger>
			<Menu.Portal container={layer()}>
				<Menu.Positioner className="positioner" sideOffset={4} align="start">
					<Menu.Popup className="popup">
						<Menu.Group>
							{heading && <Menu.GroupLabel className="group-label">{heading}</Menu.GroupLabel>}
							{items.map(({ label: text, note, isDisabled = false, onSelect }) => (
								<Menu.Item key={text} className="item" disabled={isDisabled} onClick={onSelect}>
									{text}
									{note && <span className="soft">{note}</span>}
								</Menu.Item>
							))}
						</Menu.Group>
					</Menu.Popup>
				</Menu.Positioner>
			</Menu.Portal>
		</Menu.Root>
	);
}

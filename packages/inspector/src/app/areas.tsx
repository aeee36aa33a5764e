import { List, type LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import { RequestsPage } from "../requests/requests-page";

/** A part of the page with an entry in the rail. */
export interface Area {
	readonly path: string;
	readonly label: string;
	/** Pressed after `g`. */
	readonly key: string;
	readonly icon: LucideIcon;
	readonly page: ComponentType;
}

export const areas: readonly Area[] = [
	{ path: "/requests", label: "Requests", key: "r", icon: List, page: RequestsPage },
];

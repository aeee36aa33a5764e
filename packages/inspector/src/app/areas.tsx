import { Compass, Database, Globe, LayoutGrid, List, type LucideIcon, SlidersHorizontal } from "lucide-react";
import { type ComponentType, lazy } from "react";
import { RequestsPage } from "../requests/requests-page";

/** A section of the app with an entry in the navigation. */
export interface Area {
	readonly path: string;
	readonly label: string;
	/** The key to press after `g`. */
	readonly key: string;
	readonly icon: LucideIcon;
	readonly page: ComponentType;
}

// Requests are the first view; the code of other sections is loaded when they are opened.
const CoveragePage = lazy(() => import("../contract-coverage/coverage-page"));
const ControlPage = lazy(() => import("../control/control-page"));
const DataPage = lazy(() => import("../data/data-page"));
const ExplorePage = lazy(() => import("../explore/explore-page"));
const WorldsPage = lazy(() => import("../worlds/worlds-page"));

export const areas: readonly Area[] = [
	{ path: "/requests", label: "Requests", key: "r", icon: List, page: RequestsPage },
	{ path: "/data", label: "Data", key: "d", icon: Database, page: DataPage },
	{ path: "/explore", label: "Explore", key: "e", icon: Compass, page: ExplorePage },
	{ path: "/control", label: "Control", key: "c", icon: SlidersHorizontal, page: ControlPage },
	{ path: "/worlds", label: "Worlds", key: "w", icon: Globe, page: WorldsPage },
	{ path: "/coverage", label: "Coverage", key: "v", icon: LayoutGrid, page: CoveragePage },
];

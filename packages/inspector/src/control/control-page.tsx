import type { ReactElement } from "react";
import { Link, Redirect, useRoute } from "wouter";
import { ErrorBoundary } from "../app/error-boundary";
import { inWorld, useWorld } from "../app/world";
import { AlertsPanel } from "./alerts/alerts-panel";
import { BoardPanel } from "./board/board-panel";
import { ClockPanel } from "./clock/clock-panel";
import { ClockStrip } from "./clock/clock-strip";
import { RulesPanel } from "./rules/rules-panel";
import { SettingsPanel } from "./settings/settings-panel";

const sections = {
	clock: { label: "Clock", panel: ClockPanel },
	settings: { label: "Settings", panel: SettingsPanel },
	rules: { label: "Rules", panel: RulesPanel },
	board: { label: "Board", panel: BoardPanel },
	alerts: { label: "Alerts", panel: AlertsPanel },
} as const;

const isSection = (name: string | undefined): name is keyof typeof sections =>
	name !== undefined && Object.hasOwn(sections, name);

/** The sections for the clock, the settings, the rules and manual actions. The time is shown above each. */
export default function ControlPage(): ReactElement {
	const world = useWorld();
	const [, open] = useRoute("/control/:section");
	const name = open?.section;
	if (!isSection(name)) return <Redirect to={inWorld("/control/clock", world)} replace />;
	const { label, panel: Panel } = sections[name];
	return (
		<div className="page control">
			<div className="page-head">
				<h1>Control</h1>
				<ClockStrip />
			</div>
			<nav className="sub-areas" aria-label="Sections">
				{Object.entries(sections).map(([section, { label: text }]) => (
					<Link
						key={section}
						href={inWorld(`/control/${section}`, world)}
						aria-current={section === name ? "page" : undefined}
					>
						{text}
					</Link>
				))}
			</nav>
			<section aria-label={label} className="sub-area">
				<ErrorBoundary resetKey={name}>
					<Panel />
				</ErrorBoundary>
			</section>
		</div>
	);
}

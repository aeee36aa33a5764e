import { useQuery } from "@tanstack/react-query";
import { CircleHelp, Clock, X } from "lucide-react";
import { type ReactElement, useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { bodyOf, control } from "../api/control";
import { host } from "../api/host";
import { JumpButton } from "./jump-button";
import { useKeyHelp } from "./keys";
import { ThemeButton } from "./theme-button";
import { inWorld, useWorld } from "./world";

/** The platform's time. If its clock runs, the time advances between two requests. */
export function useClock(): { now: number; isTicking: boolean } | undefined {
	const world = useWorld();
	const { data, dataUpdatedAt } = useQuery({
		queryKey: ["clock", world],
		queryFn: () => bodyOf(control.GET("/clock")),
		refetchInterval: 10_000,
	});
	const [machine, setMachine] = useState(Date.now);
	const isTicking = data?.ticking === true;
	useEffect(() => {
		if (!isTicking) return;
		const timer = setInterval(() => setMachine(Date.now()), 1_000);
		return () => clearInterval(timer);
	}, [isTicking]);
	if (!data) return undefined;
	const passed = isTicking ? Math.max(0, machine - dataUpdatedAt) : 0;
	return { now: Date.parse(data.now) + passed, isTicking };
}

function WorldSelect(): ReactElement | null {
	const [query, setQuery] = useSearchParams();
	const world = query.get("world") ?? "default";
	const { data } = useQuery({
		queryKey: ["worlds"],
		// One platform alone has no worlds.
		queryFn: () => bodyOf(control.GET("/worlds")).catch(() => ({ worlds: [] })),
		refetchInterval: 15_000,
	});
	const [location] = useLocation();
	const named = [...new Set([...(data?.worlds ?? []), world])].filter((name) => name !== "*");
	if (named.length < 2 && world !== "*") return null;
	const names = /^\/(?:requests|coverage)/.test(location) ? ["*", ...named] : named;
	const choose = (name: string): void =>
		setQuery((before) => {
			const next = new URLSearchParams(before);
			if (name === "default") next.delete("world");
			else next.set("world", name);
			return next;
		});
	return (
		<label className="world-name">
			<span className="soft wide-only">World</span>
			<select className="field" aria-label="World" value={world} onChange={(event) => choose(event.target.value)}>
				{names.map((name) => (
					<option key={name} value={name}>
						{name === "*" ? "all" : name}
					</option>
				))}
			</select>
		</label>
	);
}

/** The bar on top: the world, the platform's time, and help. */
export function TopBar(): ReactElement {
	const world = useWorld();
	const clock = useClock();
	const showHelp = useKeyHelp();
	const { drawer } = host();
	const [day, time] = clock ? new Date(clock.now).toISOString().slice(0, 19).split("T") : [];
	return (
		<header className="top">
			<Link href={inWorld("/requests", world)} className="brand" aria-label="Tenon inspector">
				<svg viewBox="0 0 16 16" aria-hidden="true">
					<path fill="var(--accent)" d="M1 4h9v3h5v2h-5v3H1z" />
				</svg>
				<span>Tenon</span>
			</Link>
			<WorldSelect />
			<span className="spring" />
			{clock && (
				<span className="clock-face chip" title={new Date(clock.now).toISOString()}>
					<Clock size={14} aria-hidden />
					<span>
						<span className="wide-only">{day} </span>
						{time?.slice(0, 5)}
						<span className="wide-only">{time?.slice(5)}</span>
					</span>
					{!clock.isTicking && <span className="soft">stopped</span>}
				</span>
			)}
			<JumpButton />
			<ThemeButton />
			<button type="button" className="button quiet icon" aria-label="Keys" onClick={showHelp}>
				<CircleHelp size={16} aria-hidden />
			</button>
			{drawer && (
				<button type="button" className="button quiet icon" aria-label="Close the inspector" onClick={drawer.close}>
					<X size={16} aria-hidden />
				</button>
			)}
		</header>
	);
}

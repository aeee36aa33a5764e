import { Moon, Sun } from "lucide-react";
import { type ReactElement, useEffect, useState } from "react";
import { host } from "../api/host";

const storageKey = "tenon-inspector-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Switches between light and dark. Starts with the system's setting. */
export function ThemeButton(): ReactElement {
	const [chosen, setChosen] = useState(() => localStorage.getItem(storageKey));
	const isDark = chosen ? chosen === "dark" : dark.matches;
	useEffect(() => {
		if (chosen) host().themed.dataset.theme = chosen;
	}, [chosen]);
	const change = (): void => {
		const next = isDark ? "light" : "dark";
		localStorage.setItem(storageKey, next);
		setChosen(next);
	};
	const Icon = isDark ? Sun : Moon;
	return (
		<button
			type="button"
			className="button quiet icon"
			aria-label={isDark ? "Light theme" : "Dark theme"}
			onClick={change}
		>
			<Icon size={16} aria-hidden />
		</button>
	);
}

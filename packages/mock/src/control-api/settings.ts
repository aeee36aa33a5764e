import { copySettings, type Settings } from "../request/settings/settings";
import type { ControlledPlatform } from "./controlled";

/** Returns the settings as JSON: functions are left out, and unset values are null. */
export const settingsBody = (settings: Settings): { readonly [name: string]: unknown } =>
	JSON.parse(
		JSON.stringify({ ...settings, session: settings.session ?? null, externalUrl: settings.externalUrl ?? null }),
	);

/** Changes settings. Returns a function that restores the changed ones; later changes of other settings are kept. */
export function changeSettingsOf(platform: ControlledPlatform, changes: unknown): () => void {
	const { settings } = platform;
	const before = copySettings(settings);
	platform.configure(changes);
	const names = Object.keys({ ...before, ...settings });
	const changed = names.filter((name) => Reflect.get(before, name) !== Reflect.get(settings, name));
	return () => {
		for (const name of changed) Reflect.set(settings, name, Reflect.get(before, name));
	};
}

import { copySettings, type Settings } from "../request/settings/settings";
import type { ControlledPlatform } from "./controlled";

/** The settings as JSON: functions among them are left out, what is not set is null. */
export const settingsBody = (settings: Settings): { readonly [name: string]: unknown } =>
	JSON.parse(
		JSON.stringify({ ...settings, session: settings.session ?? null, externalUrl: settings.externalUrl ?? null }),
	);

/** Changes settings. Returns what gives those that changed their former values; the others stay as they are by then. */
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

import type { Settings } from "../request/settings/settings";

/** The settings as JSON: functions among them are left out, what is not set is null. */
export const settingsBody = (settings: Settings): { readonly [name: string]: unknown } =>
	JSON.parse(
		JSON.stringify({ ...settings, session: settings.session ?? null, externalUrl: settings.externalUrl ?? null }),
	);

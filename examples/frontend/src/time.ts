const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
	["day", 86_400],
	["hour", 3_600],
	["minute", 60],
	["second", 1],
];
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** How long ago a time is, as "3 hours ago". */
export function ago(time: string): string {
	const seconds = (Date.parse(time) - Date.now()) / 1000;
	const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
	return words.format(Math.round(seconds / length), unit);
}

/** Comma-separated lists: IP addresses that can access a group, and email domains of its members. */

/** Returns the entries of a comma-separated list. */
const entries = (text: string): string[] =>
	text
		.split(",")
		.map((one) => one.trim())
		.filter((one) => one !== "");

/** Returns a list as it is stored, or null if it is empty. */
export const kept = (text: string): string | null => entries(text).join(",") || null;

function isAddress(text: string): "v4" | "v6" | undefined {
	const parts = text.split(".");
	if (parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)) return "v4";
	if (/^[0-9a-f:.]+$/i.test(text) && text.includes(":") && URL.canParse(`http://[${text}]`)) return "v6";
	return undefined;
}

/** Whether a text is an IP address or a subnet in CIDR notation. */
function isRange(text: string): boolean {
	const [address = "", bits, ...rest] = text.split("/");
	const version = isAddress(address);
	if (!version || rest.length > 0) return false;
	return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === "v4" ? 32 : 128));
}

const isDomain = (text: string): boolean =>
	/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(text);

const listFaults = (isValid: (text: string) => boolean, what: string) => (text: string, isTop: boolean) => {
	const list = entries(text);
	if (list.length === 0) return [];
	if (!isTop) return ["is only allowed for top-level groups"];
	return list.filter((one) => !isValid(one)).map((one) => `'${one}' is not a valid ${what}`);
};

/** Returns the validation errors of a list of addresses and subnets. */
export const rangeFaults = listFaults(isRange, "IP address or subnet");
/** Returns the validation errors of a list of domains. */
export const domainFaults = listFaults(isDomain, "domain");

import type { Exchange } from "../rule/exchange";
import { isFields } from "../rule/response";
import { parsedIfJson } from "../wire/parsed";

/** Spare tokens and keys of the scene, and tokens that a reset replaces: they cannot be restored. */
const usedUp: readonly (readonly [path: RegExp, what: string])[] = [
	[/\/manage\/(personal|resource)_access_tokens\/\w+\/rotate$/, "a rotated token"],
	[/\/manage\/(personal|resource)_access_tokens\/\w+$|\/tokens\/revoke$/, "a revoked token"],
	[/\/manage\/(ssh_)?keys\/\w+$/, "a deleted SSH key"],
	[/\/runners\/reset_registration_token$/, "a replaced registration token"],
];

/** What a request leaves on the server that no operation of the API can remove; undefined if nothing. */
export function leftoverOf({ request, response }: Exchange): string | undefined {
	if (!["POST", "DELETE"].includes(request.method) || response.status >= 300) return undefined;
	const path = decodeURIComponent(new URL(request.url).pathname);
	const used = usedUp.find(([end]) => end.test(path))?.[1];
	if (used !== undefined) return `${used} (${request.method} ${path.replace("/api/v4", "")})`;
	if (request.method !== "POST") return undefined;
	if (path.endsWith("/ldap_sync")) return `a requested LDAP synchronization (${path})`;
	if (path.endsWith("/api/graphql"))
		return request.body?.includes("createAlertIssue") && response.text.includes('"iid"')
			? "an issue made from an alert"
			: undefined;
	if (path.includes("/api/v4/")) return undefined;
	const alerts = parsedIfJson(response.text);
	if (!Array.isArray(alerts) || alerts.length === 0) return undefined;
	const iids = new Set(
		alerts.flatMap((alert: unknown) => (isFields(alert) && alert.iid !== undefined ? [String(alert.iid)] : [])),
	);
	return iids.size > 0
		? `alert ${[...iids].join(", ")} of ${path.split("/alerts/")[0]?.slice(1)}, with its notes`
		: undefined;
}

import type { Context } from "../../rule/context";
import { succeed } from "../../rule/graphql";
import type { ApiResponse } from "../../rule/response";
import { sharing } from "../../rule/rule";
import { alertOf, generic, makeIntake, makesNone, metrics, send as sendTo } from "../alerts/intake";

/** An alert sent with this credential, or with none. */
const send = (t: Context, authorization: string | null, to = generic(t)): Promise<ApiResponse> =>
	sendTo(t, to, { title: t.unique("alert") }, { authorization });
const basic = (name: string, password: string) => `Basic ${btoa(`${name}:${password}`)}`;
/** Every form in which a key may come. */
const forms = (key: string): readonly string[] => [`Bearer ${key}`, basic("", key), basic("anyone who", key)];

const onIntake = sharing({ phase: "alerts", domain: "alerts", effect: "writes" });

/** The keys of alert integrations. */
export const alertKeys = [
	onIntake.rule("AUTH-096, ERR-029", "`Authorization: Bearer` with the integration's key authorizes an alert.", "sendAlert", async (t) => {
		(await send(t, `Bearer ${t.scene("alert_key")}`)).is(200);
		const small = await send(t, `bearer ${t.scene("alert_key")}`);
		t.assume("the case of Bearer should not matter", small.status === 200, small);
	}),
	onIntake.rule("AUTH-097", "Basic authentication with an empty username and the key as the password authorizes an alert.", "sendAlert", async (t) => {
		(await send(t, basic("", t.scene("alert_key")))).is(200);
	}),
	onIntake.rule("AUTH-098", "A URL with `username:key@` works: its client sends the key as Basic authentication.", "sendAlert", async (t) => {
		// A request does not contain the user info of a URL: the server receives what the client makes of it.
		const sentFrom = async (password: string) => {
			const { username, password: key } = new URL(`https://someone:${password}@platform.example.com/`);
			return await send(t, basic(username, key));
		};
		const response = (await sentFrom(t.scene("alert_key"))).is(200);
		const alert = await alertOf(t, generic(t), String(response.items[0]?.iid));
		t.same("the alert's title", alert.title, response.items[0]?.title, response);
		await makesNone(t, generic(t), async () => void (await sentFrom(t.unique("wrong"))).is(401));
	}),
	onIntake.assumed("AUTH-099", "Basic authentication accepts any username: only the password is compared.", "sendAlert", async (t) => {
		(await send(t, basic("anyone who", t.scene("alert_key")))).is(200);
	}),
	onIntake.assumed("AUTH-101", "Without the key or with another scheme the response is 401 without a body; no alert is stored.", "sendAlert", async (t) => {
		await makesNone(t, generic(t), async () => {
			for (const authorization of [null, `Token ${t.scene("alert_key")}`, ...forms(t.unique("wrong"))]) {
				const response = (await send(t, authorization)).is(401);
				t.same("the body", response.text, "", response);
			}
		});
	}),
	onIntake.assumed("AUTH-103", "A user's access token is not an alert key.", "sendAlert", async (t) => {
		for (const form of forms(t.token("owner"))) (await send(t, form)).is(401);
	}),
	onIntake.assumed("AUTH-105", "The key has 32 hexadecimal characters; after a reset only the new key works.", "sendAlert", async (t) => {
		const made = await makeIntake(t);
		const hexadecimal = /^[0-9a-f]{32}$/;
		t.holds("the key should be 32 hexadecimal characters", hexadecimal.test(made.key));
		(await sendTo(t, made, { title: t.unique("alert") })).is(200);
		const { id } = made;
		const reset = await succeed(t.as("maintainer"), "httpIntegrationResetToken", { id }, "integration { token }");
		const key = String(Object(reset.integration).token);
		t.holds("the new key should be 32 hexadecimal characters", hexadecimal.test(key) && key !== made.key);
		(await sendTo(t, made, { title: t.unique("alert") })).is(401);
		(await sendTo(t, { url: made.url, key }, { title: t.unique("alert") })).is(200);
	}),
	onIntake.assumed("AUTH-104", "The key of one integration does not authorize alerts to another.", "sendAlert", async (t) => {
		for (const form of forms(t.scene("metrics_key"))) (await send(t, form)).is(401);
		for (const form of forms(t.scene("alert_key"))) (await send(t, form, metrics(t))).is(401);
	}),
];

import type { Context } from "../../rule/context";
import { succeed } from "../../rule/graphql";
import type { ApiResponse } from "../../rule/response";
import { sharing } from "../../rule/rule";
import { generic, makeIntake, makesNone, metrics, payloadOf, send as sendTo, titled } from "../alerts/intake";

/** Sends an alert with this Authorization header, or with none. */
const send = (t: Context, authorization: string | null, to = generic(t)): Promise<ApiResponse> =>
	sendTo(t, to, { title: t.unique("alert") }, { authorization });
const basic = (name: string, password: string) => `Basic ${btoa(`${name}:${password}`)}`;
/** Every form in which a key can be sent. */
const forms = (key: string): readonly string[] => [`Bearer ${key}`, basic("", key), basic("anyone who", key)];

const onIntake = sharing({ phase: "alerts", domain: "alerts", effect: "writes" });

/** The keys of alert integrations. */
export const alertKeys = [
	onIntake.rule(
		"AUTH-096..099, ERR-029",
		"An alert key is accepted as a bearer token and as the password of Basic authentication, with any username, for both payload formats.",
		"sendAlert",
		async (t) => {
			for (const to of [generic(t), metrics(t)])
				for (const authorization of [...forms(to.key), `bearer ${to.key}`]) {
					const title = t.unique("alert");
					const response = await sendTo(t, to, to.url === metrics(t).url ? payloadOf(titled(title)) : { title }, { authorization });
					if (authorization.startsWith("bearer")) t.assume("the case of Bearer should not matter", response.succeeded, response);
					else response.is(t.facts.dialect === "gitlab" ? 201 : 200, 200);
				}
		},
	),
	onIntake.rule(
		"AUTH-100, AUTH-101",
		"An alert without a key, with a wrong key or with another scheme is refused with 401 and an empty body. No alert is stored.",
		"sendAlert",
		async (t) => {
			for (const to of [generic(t), metrics(t)]) {
				const title = t.unique("keyless");
				const payload = to.url === metrics(t).url ? payloadOf(titled(title)) : { title };
				await makesNone(
					t,
					to,
					async () => {
						for (const authorization of [null, ...forms(t.unique("wrong"))]) (await sendTo(t, to, payload, { authorization })).refuses(401, "");
					},
					title,
				);
				const other = await sendTo(t, to, payload, { authorization: `Token ${to.key}` });
				t.assume("the key should be refused with another scheme", other.status === 401 && other.text === "", other);
			}
		},
	),
	onIntake.assumed("AUTH-103", "A user's access token is not an alert key.", "sendAlert", async (t) => {
		for (const form of forms(t.token("owner"))) (await send(t, form)).is(401);
	}),
	onIntake.assumed("AUTH-105", "An alert key has 32 hexadecimal characters. After a reset only the new key works.", "sendAlert", async (t) => {
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

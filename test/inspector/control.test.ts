import { describe, expect, test } from "vitest";
import { canOpen, someTraffic } from "./open-inspector";
import { inspected } from "./open-page";

describe.skipIf(!canOpen)("control", () => {
	const mock = inspected();
	const { open } = mock;
	const platform = () => mock.worlds.get();
	const createPipeline = async () =>
		(await mock.call("POST", "/projects/acme%2Fweb/pipeline?ref=main", "maintainer")).status;

	test("the clock goes to what happens next and says what happened; undo brings the time and the records back", async () => {
		const page = await open("/control");
		await page.getByRole("region", { name: "Next" }).getByRole("listitem").first().waitFor();
		const group = page.getByRole("listitem").filter({ hasText: "group leaving is deleted" });
		await group.getByRole("button", { name: /^Go to/ }).click();
		const happened = page.getByRole("region", { name: "What happened" });
		await happened.getByText("group leaving is deleted").waitFor();
		expect(await happened.getByText(/expires|is released|is deleted|ends|is cleared/).count()).toBeGreaterThan(1);
		expect((await mock.call("GET", "/groups/leaving", "owner")).status).toBe(404);
		expect(platform().state.group("leaving")).toBeUndefined();
		await page.keyboard.press("Control+z");
		await page.getByText("Undone").waitFor();
		expect([platform().clock.iso(), platform().state.group("leaving")?.full_path]).toEqual([
			"2026-01-05T09:30:00.000Z",
			"leaving",
		]);
	});

	test("the clock is stopped, moved by a step and set; an invalid time is refused at the field", async () => {
		platform().clock.tick();
		const page = await open("/control/clock");
		await page.getByRole("button", { name: "Stop" }).click();
		await page.getByRole("button", { name: "Run" }).waitFor();
		expect(platform().clock.isTicking).toBe(false);
		const before = platform().clock.now();
		await page.getByRole("button", { name: "+1 day" }).click();
		await page.getByText("The clock went on: +1 day").waitFor();
		expect(platform().clock.now()).toBe(before + 86_400_000);
		const field = page.getByLabel("Time in UTC");
		await field.fill("soon");
		// When the day changes, the typed text stays.
		await page.getByRole("button", { name: "+1 day" }).click();
		await page.locator(`time[datetime="${new Date(before + 2 * 86_400_000).toISOString()}"]`).waitFor();
		expect(await field.inputValue()).toBe("soon");
		await page.getByRole("button", { name: "Set" }).click();
		await page.getByRole("region", { name: "Clock" }).getByRole("alert").getByText("expected a time").waitFor();
		await field.fill("2030-05-06 07:08:09");
		await page.getByRole("button", { name: "Set" }).click();
		await page.getByText("2030-05-06 07:08:09 UTC").waitFor();
		expect(platform().clock.iso()).toBe("2030-05-06T07:08:09.000Z");
	});

	test("settings are found, changed, marked, reset one by one and all at once, and this is undone", async () => {
		const page = await open("/control/settings");
		await page.getByText("As at the beginning").waitFor();
		await page.getByLabel("Plan", { exact: true }).selectOption("free");
		await page.getByText("1 changed").waitFor();
		await page.getByRole("searchbox", { name: "Find a setting" }).fill("latency");
		await expect.poll(() => page.getByRole("listitem").count()).toBe(1);
		expect(new URL(page.url()).searchParams.get("q")).toBe("latency");
		await page.getByLabel("Latency", { exact: true }).fill("-4");
		await page.keyboard.press("Enter");
		await page.getByRole("listitem").getByRole("alert").getByText("expected milliseconds, from 0 to 600000").waitFor();
		await page.getByLabel("Latency", { exact: true }).fill("7");
		await page.keyboard.press("Enter");
		await page.getByText("2 changed").waitFor();
		expect([platform().settings.tier, platform().settings.latency]).toEqual(["free", 7]);
		await page.getByRole("button", { name: "Reset all" }).click();
		await page.getByText("As at the beginning").waitFor();
		expect([platform().settings.tier, platform().settings.latency]).toEqual(["ultimate", 0]);
		await page.getByText("2 settings are reset").waitFor();
		await page.getByRole("button", { name: "Undo" }).first().click();
		await page.getByText("2 changed").waitFor();
		await page.getByRole("button", { name: "Reset Latency" }).click();
		await page.getByText("1 changed").waitFor();
		expect([platform().settings.tier, platform().settings.latency]).toEqual(["free", 0]);
	});

	test("flags, limits and objects among the settings have fields of their own", async () => {
		const page = await open("/control/settings");
		await page.getByText(/^All \d+ on$/).click();
		await page.getByLabel("group_token_revocation").click();
		await expect.poll(() => platform().settings.flags.group_token_revocation).toBe(false);
		await page.getByLabel("Rate limit of users", { exact: true }).click();
		const form = page.getByRole("listitem").filter({ hasText: "Rate limit of users" });
		await form.getByLabel("requests").fill("5");
		await form.getByRole("button", { name: "Save" }).click();
		await expect.poll(() => platform().settings.requestLimit).toEqual({ requests: 5, period: 60 });
		// The page shows the change when the response has arrived.
		await form.getByText("on", { exact: true }).waitFor();
		await page.getByLabel("Rate limit of users", { exact: true }).click();
		await expect.poll(() => platform().settings.requestLimit).toBe(null);
		await page.getByLabel("Pipelines", { exact: true }).selectOption("custom");
		await page.getByLabel("Pipelines, as JSON").fill('{ "wait": -1 }');
		await page.getByRole("button", { name: "Save" }).click();
		await page
			.getByRole("listitem")
			.getByText(/expected seconds/)
			.waitFor();
		await page.getByLabel("Pipelines, as JSON").fill('{ "wait": 2 }');
		await page.getByRole("button", { name: "Save" }).click();
		await expect.poll(() => platform().settings.pipelines).toEqual({ wait: 2 });
	});

	test("the next createPipeline fails once: a rule of the empty list does it, and strikes again when asked", async () => {
		const page = await open("/control/rules");
		await page.getByRole("button", { name: "createPipeline: fails with 503, once" }).click();
		const rule = page.getByRole("list", { name: "Rules" }).getByRole("listitem");
		await rule.getByText("struck 0 of 1").waitFor();
		expect([await createPipeline(), await createPipeline()]).toEqual([503, 201]);
		await rule.getByText("struck 1 of 1").waitFor();
		await rule.getByRole("button", { name: "Again" }).click();
		await rule.getByText("struck 0 of 1").waitFor();
		expect(await createPipeline()).toBe(503);
		await rule.getByRole("checkbox").click();
		await expect.poll(() => rule.getByRole("checkbox").isChecked()).toBe(false);
		await rule.getByText("struck 1 of 1").click();
		await page.getByRole("heading", { name: "Requests" }).waitFor();
		expect(new URL(page.url()).searchParams.get("q")).toBe("is:struck");
	});

	test("the form of a rule says what it would have struck, and keeps what the mock refuses", async () => {
		await someTraffic(mock);
		const page = await open("/control/rules");
		await page.getByRole("button", { name: "Rule", exact: true }).click();
		const form = page.getByRole("dialog", { name: "Make a rule" });
		await form.getByText("Would have struck 1 of the last 8 requests.").waitFor();
		await form.getByLabel("How often, empty for always").fill("");
		await form.getByLabel("Operation, empty for all").fill("getCurrentUser");
		await form.getByText("Would have struck 2 of the last 8 requests.").waitFor();
		await form.getByLabel("User, empty for all").fill("guest");
		await form.getByText("Would have struck 1 of the last 8 requests.").waitFor();
		await form.getByLabel("Operation, empty for all").fill("getCurentUser");
		await form.getByText("Not complete yet.").waitFor();
		await form.getByRole("button", { name: "Add the rule" }).click();
		await form.getByText('Did you mean "getCurrentUser"?').waitFor();
		await form.getByLabel("Operation, empty for all").fill("getCurrentUser");
		await form.getByRole("button", { name: "Add the rule" }).click();
		await page.getByText("getCurrentUser, by guest").waitFor();
		expect((await mock.call("GET", "/user", "guest")).status).toBe(503);
		expect((await mock.call("GET", "/user", "owner")).status).toBe(200);
	});

	test("rules are changed, moved and removed, and each step is undone", async () => {
		platform().faults.add({ operation: "getCurrentUser", status: 500 });
		platform().faults.add({ operation: "getCurrentUser", status: 503, after: 1 });
		const ask = async () => (await mock.call("GET", "/user", "guest")).status;
		const page = await open("/control/rules");
		const rules = page.getByRole("list", { name: "Rules" }).getByRole("listitem");
		await rules.first().getByRole("button", { name: "Edit" }).click();
		const form = page.getByRole("dialog", { name: "Change the rule" });
		await form.getByLabel("Status").fill("502");
		await form.getByRole("button", { name: "Save" }).click();
		await rules.first().getByText("fails with 502").waitFor();
		expect(await ask()).toBe(502);
		await rules.first().getByRole("button", { name: /^Down/ }).click();
		await rules.first().getByText("fails with 503").waitFor();
		expect([await ask(), await ask()]).toEqual([502, 503]);
		// This rule has options without a field in the form.
		await rules.first().getByRole("button", { name: "Edit" }).click();
		await form.getByLabel(/^Options, as JSON/).fill('{ "operation": "getCurrentUser", "status": 504, "every": 1 }');
		await form.getByRole("button", { name: "Save" }).click();
		await rules.first().getByText("fails with 504").waitFor();
		await rules
			.first()
			.getByRole("button", { name: /^Remove/ })
			.click();
		await expect.poll(() => rules.count()).toBe(1);
		expect(await ask()).toBe(502);
		await page.getByRole("button", { name: "Undo" }).first().click();
		await expect.poll(() => rules.count()).toBe(2);
		expect(await ask()).toBe(504);
	});

	test("a rule that holds requests shows how many, and lets go of them", async () => {
		const page = await open("/control/rules");
		platform().faults.add({ operation: "getCurrentUser", hold: true, times: 1 });
		const waiting = mock.call("GET", "/user", "guest");
		await page.getByText("struck 1 of 1, 1 held").waitFor();
		await page.getByRole("button", { name: "Release" }).click();
		expect((await waiting).status).toBe(200);
	});

	test("a pipeline is brought to its end on the board", async () => {
		await createPipeline();
		const { id, iid } = [...platform().state.pipelines.all()].reduce((last, one) => (one.id > last.id ? one : last));
		const jobs = () =>
			platform()
				.state.jobs.in("pipeline", id)
				.map(({ status }) => status);
		const page = await open("/control/board");
		const card = page.getByRole("region", { name: `Pipeline acme/web #${iid}` });
		await card.getByRole("button", { name: "Start build" }).click();
		await card.getByRole("list", { name: "Running" }).getByText("build").first().waitFor();
		await card.getByRole("button", { name: "Pass build" }).click();
		await card.getByRole("list", { name: "Done" }).getByText("success").waitFor();
		await card.getByRole("button", { name: "Fail test" }).click();
		await expect.poll(() => card.count()).toBe(0);
		expect([jobs(), platform().state.pipelines.get(id)?.status]).toEqual([["success", "failed"], "failed"]);
		await page.keyboard.press("Control+z");
		await card.getByRole("button", { name: "Fail test" }).waitFor();
		expect(jobs()).toEqual(["success", "pending"]);
		await card.getByRole("button", { name: "Fail all" }).click();
		await expect.poll(() => card.count()).toBe(0);
		await page.getByRole("button", { name: "Ended" }).click();
		await card.getByText("failed").first().waitFor();
		expect(new URL(page.url()).searchParams.get("show")).toBe("ended");
	});

	test("a job is dragged to where it starts, and to where it has passed", async () => {
		await createPipeline();
		const { id, iid } = [...platform().state.pipelines.all()].reduce((last, one) => (one.id > last.id ? one : last));
		const status = (name: string) =>
			platform()
				.state.jobs.in("pipeline", id)
				.find((job) => job.name === name)?.status;
		const page = await open("/control/board");
		const card = page.getByRole("region", { name: `Pipeline acme/web #${iid}` });
		const job = (name: string) => card.getByRole("listitem").filter({ hasText: name });
		await job("build").dragTo(card.getByRole("heading", { name: "Running" }));
		await expect.poll(() => status("build")).toBe("running");
		await card.getByRole("list", { name: "Running" }).getByText("build").first().waitFor();
		await job("build").dragTo(card.getByRole("heading", { name: "Done" }));
		await expect.poll(() => status("build")).toBe("success");
		await page.keyboard.press("Control+z");
		await expect.poll(() => status("build")).toBe("running");
	});

	test("an alert is sent, and its request is one click away", async () => {
		const page = await open("/control/alerts");
		const before = platform().state.alerts.size;
		await page.getByLabel("Title").fill("Disk full");
		await page.getByLabel("Further fields of the payload, as JSON").fill("{ no json");
		await page.getByRole("button", { name: "Send" }).click();
		await page.getByRole("alert").getByText(/JSON/).waitFor();
		await page.getByLabel("Further fields of the payload, as JSON").fill('{ "hosts": ["db-1"] }');
		await page.getByRole("button", { name: "Send" }).click();
		await page.getByText("Sent: 200").waitFor();
		const alert = [...platform().state.alerts.all()].at(-1);
		expect([platform().state.alerts.size, alert?.title, alert?.hosts]).toEqual([before + 1, "Disk full", ["db-1"]]);
		await page.getByRole("button", { name: "Open the request" }).click();
		await page.getByRole("heading", { name: /200 POST/ }).waitFor();
	});

	test("a CAPTCHA that waits is solved, and the refused change is made", async () => {
		platform().configure({ spam: { next: 1 }, captcha: { siteKey: "site" } });
		const page = await open("/control/alerts");
		await page.getByText("No CAPTCHA waits for a solution.").waitFor();
		const query =
			'mutation { createSnippet(input: { title: "a", visibilityLevel: private, blobActions: [{ action: create, filePath: "a.txt", content: "a" }] }) { errors snippet { id } } }';
		const before = platform().state.snippets.size;
		await fetch(`${mock.server.url}/api/graphql`, {
			method: "POST",
			headers: { "PRIVATE-TOKEN": "developer-token", "content-type": "application/json" },
			body: JSON.stringify({ query }),
		});
		await page.getByText("1 waits").waitFor();
		await page.getByRole("button", { name: /^Solve/ }).click();
		await page.getByText("Sent again with the solution: 200").waitFor();
		expect(platform().state.snippets.size).toBe(before + 1);
	});

	test("each world has a clock and rules of its own, and the keyboard leads to them", async () => {
		const page = await open("/requests?world=test-7");
		await page.getByRole("heading", { name: "Requests" }).waitFor();
		await page.keyboard.press("g");
		await page.keyboard.press("c");
		await page.getByRole("heading", { name: "Control" }).waitFor();
		await page.getByRole("button", { name: "+1 hour" }).click();
		await page.getByText("The clock went on: +1 hour").waitFor();
		expect(mock.worlds.get("test-7").clock.iso()).toBe("2026-01-05T10:30:00.000Z");
		expect(platform().clock.iso()).toBe("2026-01-05T09:30:00.000Z");
		await page.getByRole("link", { name: "Rules" }).click();
		expect(page.url()).toContain("world=test-7");
		await page.keyboard.press("n");
		await page.getByRole("dialog", { name: "Make a rule" }).waitFor();
	});

	test("what cannot be loaded says why, and is loaded again", async () => {
		const page = await open("/requests");
		await page.route("**/_mock/settings*", (route) => route.fulfill({ status: 400, json: { message: "Broken." } }));
		await page.getByRole("link", { name: "Control" }).click();
		await page.getByRole("link", { name: "Settings" }).click();
		await page.getByRole("alert").getByText("Broken.").waitFor();
		await page.unroute("**/_mock/settings*");
		await page.getByRole("button", { name: "Retry" }).click();
		await page.getByLabel("Plan", { exact: true }).waitFor();
	});
});

import { expect, test } from "vitest";
import { lab } from "../support/lab";

const variable = (key: string, value = "1") => ({ key, value, variable_type: "env_var" as const, raw: false });

test("PIPE-151, PIPE-184 what a pipeline was created with, as sent", async () => {
	const { ask, project, get } = lab();
	const variables = [
		{ key: "TARGET", value: "staging" },
		{ key: "note_1", value: " two\nlines $TARGET " },
	];
	const made = await ask("owner", "POST", `/projects/${project.id}/pipeline`, { json: { ref: "main", variables } });
	expect(made.status).toBe(201);
	const { status, body } = await get(`/${made.body.id}/variables`);
	expect(status).toBe(200);
	expect(body).toMatchObject(variables);
	expect(body).toHaveLength(2);
});

test("PIPE-152, PIPE-153, PIPE-154, PIPE-186 the four fields, and their defaults", async () => {
	const { ask, project, get } = lab();
	const variables = [
		{ key: "SETTINGS", value: "a = 1", variable_type: "file" },
		{ key: "TARGET", value: "staging" },
	];
	const made = await ask("owner", "POST", `/projects/${project.id}/pipeline`, { json: { ref: "main", variables } });
	expect((await get(`/${made.body.id}/variables`)).body).toEqual([
		{ key: "SETTINGS", value: "a = 1", variable_type: "file", raw: false },
		{ key: "TARGET", value: "staging", variable_type: "env_var", raw: false },
	]);
});

test("PIPE-155 none", async () => {
	const { get, pipeline } = lab();
	const { status, body } = await get(`/${pipeline().id}/variables`);
	expect([status, body]).toEqual([200, []]);
});

test("PIPE-156 twenty on a page unless asked otherwise", async () => {
	const { get, pipeline } = lab();
	const variables = Array.from({ length: 21 }, (_, index) => variable(`V${index}`));
	const { id } = pipeline({ variables });
	const keys = async (query = "") =>
		(await get(`/${id}/variables${query}`)).body.map((one: { key: string }) => one.key);
	expect(await keys()).toEqual(variables.slice(0, 20).map(({ key }) => key));
	expect(await keys("?page=2")).toEqual(["V20"]);
	expect(await keys("?per_page=5&page=2")).toEqual(["V5", "V6", "V7", "V8", "V9"]);
	expect((await get(`/${id}/variables`)).headers.get("x-total")).toBe("21");
});

test("PIPE-157 maintainer, owner and administrator; a developer for pipelines of their own", async () => {
	const { ask, at, make, pipeline } = lab();
	const own = pipeline({ user_id: make.userId("developer"), variables: [variable("A")] });
	const other = pipeline({ user_id: make.userId("owner"), variables: [variable("A")] });
	const read = async (who: string, id: number) => {
		const { status, body } = await ask(who, "GET", `${at}/${id}/variables`);
		return status === 200 ? body.length : body;
	};
	for (const who of ["maintainer", "owner", "root"])
		for (const { id } of [own, other]) expect(await read(who, id), who).toBe(1);
	expect(await read("developer", own.id)).toBe(1);
	expect(await read("developer", other.id)).toEqual({ message: "403 Forbidden" });
});

test.each([["reporter"], ["guest"], ["outsider"], [null]])(
	"PIPE-158 %s gets 403 on a public project, though the pipeline shows",
	async (who) => {
		const { ask, at, make, pipeline } = lab({ visibility: "public" });
		const user_id = make.userId(who ?? "owner");
		const { id } = pipeline({ user_id, variables: [variable("A")] });
		expect((await ask(who, "GET", `${at}/${id}`)).status).toBe(200);
		const { status, body } = await ask(who, "GET", `${at}/${id}/variables`);
		expect([status, body]).toEqual([403, { message: "403 Forbidden" }]);
	},
);

test("PIPE-158 a private project does not show to others", async () => {
	const { ask, at, pipeline } = lab({ visibility: "private" });
	const { id } = pipeline();
	for (const who of ["outsider", null]) {
		const { status, body } = await ask(who, "GET", `${at}/${id}/variables`);
		expect([status, body]).toEqual([404, { message: "404 Project Not Found" }]);
	}
});

import { expect, test } from "vitest";
import { JsonText } from "./json-text";
import { ListTexts } from "./list-text";

const record = (id: number): JsonText => new JsonText(`{"id":${id}}`);

test("the same records in the same order are joined once", () => {
	const [lists, one, two, three] = [new ListTexts(), record(1), record(2), record(3)];
	const both = lists.of([one, two]);
	expect(both).toMatchObject({ body: '[{"id":1},{"id":2}]', items: ['{"id":1}', '{"id":2}'] });
	expect(lists.of([one, two])).toBe(both);
	for (const [other, body] of [
		[[one], '[{"id":1}]'],
		[[one, three], '[{"id":1},{"id":3}]'],
		[[one, two, three], '[{"id":1},{"id":2},{"id":3}]'],
		[[two, one], '[{"id":2},{"id":1}]'],
		[[], "[]"],
	] as const) {
		const found = lists.of(other);
		expect(found.body).toBe(body);
		expect(found.digest).not.toBe(both.digest);
	}
});

test("only the lists that were made last are kept, and none that is very long", () => {
	const [lists, first] = [new ListTexts(), record(1)];
	const kept = lists.of([first]);
	for (let id = 2; id < 17; id++) lists.of([record(id)]);
	expect(lists.of([first])).toBe(kept);
	lists.of([record(17)]);
	expect(lists.of([first])).not.toBe(kept);
	const long = [new JsonText(`"${"x".repeat(100_000)}"`)];
	expect(lists.of(long)).not.toBe(lists.of(long));
});

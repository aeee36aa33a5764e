import { byClaim } from "../../rule/by-claim";
import { ask, idsOf, type ListName, listNames, listOf, runnerIn, walk } from "./lists";

/** Of each list the number of its first claim of paging; the four follow on each other in every list. */
const firsts: { readonly [name in ListName]: number } = {
	listRunners: 104,
	listAllRunners: 136,
	listProjectRunners: 169,
	listGroupRunners: 200,
};

const headers = ["x-page", "x-per-page", "x-total", "x-total-pages", "x-next-page", "x-prev-page", "link"];

export const listPaging = listNames.flatMap((name) => {
	const claim = (offset: number) => `RUNNER-${firsts[name] + offset}`;
	return [
		byClaim(claim(0), async (t) => {
			const answer = (await ask(listOf(t, name))).is(200);
			t.same("x-per-page", answer.header("x-per-page"), "20", answer);
			t.holds("a page without per_page should have at most 20 runners", answer.items.length <= 20, answer);
			const total = Number(answer.header("x-total"));
			t.same("the runners on the first page", answer.items.length, Math.min(20, total), answer);
		}),
		byClaim(
			claim(1),
			async (t) => {
				await runnerIn(t, name);
				const answer = (await ask(listOf(t, name), { per_page: 101 })).is(200);
				for (const header of headers) t.holds(`${header} should be sent`, answer.header(header) !== null, answer);
				t.same("x-per-page", answer.header("x-per-page"), "100", answer);
				t.holds('link should have rel="first"', answer.header("link")?.includes('rel="first"') === true, answer);
			},
			{ effect: "writes" },
		),
		byClaim(
			claim(2),
			async (t) => {
				const made = [await runnerIn(t, name), await runnerIn(t, name), await runnerIn(t, name)];
				const list = listOf(t, name);
				const [whole, paged] = [await walk(list), await walk(list, {}, 2)];
				t.same("the ids on pages of two", idsOf(paged), idsOf(whole));
				t.same("how many differ", new Set(idsOf(paged)).size, paged.length);
				for (const one of made) t.holds("a new runner should be on one of the pages", idsOf(paged).includes(one.number("id")));
			},
			{ effect: "writes" },
		),
		byClaim(claim(3), async (t) => {
			const { params } = listOf(t, name);
			(await t.anonymous.call(name, params)).refuses(401, { message: "401 Unauthorized" });
		}),
	];
});

import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { Link, useLocation } from "wouter";
import { bodyOf, control } from "../../api/control";
import { inWorld, useWorld } from "../../app/world";
import { LoadState } from "../../parts/load-state";
import { useMessages } from "../../parts/toasts";
import { timeWords } from "../clock/time-words";

/** The CAPTCHAs that are not solved yet. */
export function CaptchaList(): ReactElement {
	const world = useWorld();
	const [, navigate] = useLocation();
	const queries = useQueryClient();
	const { say, fail } = useMessages();
	const { data, error, refetch } = useQuery({
		queryKey: ["captchas", world],
		queryFn: async () => ({
			...(await bodyOf(control.GET("/captchas"))),
			isOn: (await bodyOf(control.GET("/settings"))).captcha !== null,
		}),
		refetchInterval: 3_000,
	});
	if (!data) return <LoadState name="CAPTCHAs" error={error} onRetry={() => void refetch()} />;
	if (data.count === 0)
		return (
			<p>
				{data.isOn ? "No CAPTCHA waits for a solution. " : "There is no CAPTCHA service. "}
				<Link href={inWorld("/control/settings?q=captcha", world)}>CAPTCHA and spam settings</Link>
			</p>
		);
	const solve = async (number: number): Promise<void> => {
		try {
			const { id, status } = await bodyOf(
				control.POST("/captchas/{captcha_id}", { params: { path: { captcha_id: number } } }),
			);
			await queries.invalidateQueries();
			const open = (): void => navigate(inWorld(`/requests/${id}`, world));
			say({ title: `Sent again with the solution: ${status}`, action: { label: "Open the request", run: open } });
		} catch (problem) {
			fail(problem);
		}
	};
	return (
		<>
			<p role="status">{data.count === 1 ? "1 waits" : `${data.count} wait`}</p>
			<ul className="rows">
				{data.captchas.map(({ id, user, action, expires_at, solution }) => (
					<li key={id}>
						<span className="grow">
							<strong>
								{id} {user ?? "a deleted user"}
							</strong>{" "}
							{action}, until {timeWords(expires_at)}
						</span>
						<code>{solution}</code>
						<button type="button" className="button" aria-label={`Solve ${id}`} onClick={() => void solve(id)}>
							Solve
						</button>
					</li>
				))}
			</ul>
		</>
	);
}

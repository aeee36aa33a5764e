import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import { bodyOf, ControlFailure, control } from "../../api/control";
import { inWorld, useWorld } from "../../app/world";
import { LoadState } from "../../parts/load-state";
import { useMessages } from "../../parts/toasts";
import { CaptchaList } from "./captcha-list";

const severities = ["critical", "high", "medium", "low", "info", "unknown"];

/** A form that sends an alert to the mock, as a monitoring tool does. */
function AlertForm(): ReactElement {
	const world = useWorld();
	const [, navigate] = useLocation();
	const { say, fail } = useMessages();
	const [fault, setFault] = useState<string>();
	const { data, error, refetch } = useQuery({
		queryKey: ["integrations", world],
		queryFn: () => bodyOf(control.GET("/integrations")),
	});
	if (!data) return <LoadState name="integrations" error={error} onRetry={() => void refetch()} />;
	if (data.count === 0)
		return (
			<div className="empty">
				<h3>No alert integration</h3>
				<p>Create one with the mutation httpIntegrationCreate, or with POST /_mock/records/alert_integrations.</p>
			</div>
		);
	const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const text = (name: string): string => String(form.get(name) ?? "").trim();
		setFault(undefined);
		try {
			const details: unknown = text("details") === "" ? {} : JSON.parse(text("details"));
			const payload = { title: text("title"), severity: text("severity"), ...Object(details) };
			const { id, status } = await bodyOf(
				control.POST("/alerts", { body: { integration: Number(text("integration")), payload } }),
			);
			const open = (): void => navigate(inWorld(`/requests/${id}`, world));
			say({ title: `Sent: ${status}`, action: { label: "Open the request", run: open } });
		} catch (problem) {
			if (problem instanceof SyntaxError || problem instanceof ControlFailure) setFault(problem.message);
			else fail(problem);
		}
	};
	return (
		<form onSubmit={(event) => void submit(event)} className="stack">
			<div className="row">
				<label className="labelled grow">
					<span className="label">Integration</span>
					<select className="field" name="integration">
						{data.integrations.map(({ id, name, project, active }) => (
							<option key={id} value={id}>
								{project}: {name}
								{active ? "" : " (not active)"}
							</option>
						))}
					</select>
				</label>
				<label className="labelled grow">
					<span className="label">Title</span>
					<input className="field" name="title" required defaultValue="The database is down" />
				</label>
				<label className="labelled">
					<span className="label">Severity</span>
					<select className="field" name="severity">
						{severities.map((one) => (
							<option key={one}>{one}</option>
						))}
					</select>
				</label>
			</div>
			<label className="labelled">
				<span className="label">Further fields of the payload, as JSON</span>
				<textarea
					className="field"
					name="details"
					rows={4}
					aria-invalid={fault !== undefined}
					placeholder={'{ "service": "db", "hosts": ["db-1"], "fingerprint": "db-down" }'}
				/>
			</label>
			{fault && (
				<p className="fault" role="alert">
					{fault}
				</p>
			)}
			<div className="actions">
				<button type="submit" className="button primary">
					Send
				</button>
			</div>
		</form>
	);
}

/** Sends alerts and solves CAPTCHAs by hand, in place of monitoring tools and CAPTCHA services. */
export function AlertsPanel(): ReactElement {
	return (
		<div className="stack">
			<section className="card" aria-label="Send an alert">
				<h2>Send an alert</h2>
				<AlertForm />
			</section>
			<section className="card" aria-label="CAPTCHA">
				<h2>CAPTCHA</h2>
				<CaptchaList />
			</section>
		</div>
	);
}

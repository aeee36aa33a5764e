import type { Project, Runner } from "../../state/records";
import type { Builder } from "../builder";
import { ago } from "./times";

const day = 24;

/** A machine of a runner, with the version of its program. */
function machine(make: Builder, runner: Runner, system_id: string, version: string, hoursAgo: number): void {
	make.runnerManager(runner, {
		system_id,
		version,
		revision: "4f6a21c9",
		platform: "linux",
		architecture: "amd64",
		contacted_at: ago(make.state, hoursAgo),
		ip_address: "192.0.2.17",
	});
}

/** The registration token of the instance; a runner of each kind and in each status; and jobs of `web` that they took. */
export function runners(make: Builder, web: Project, others: readonly Project[]): void {
	const { state } = make;
	const acme = state.group("acme");
	const backend = state.group("acme/backend");
	if (!acme || !backend) throw new Error("Make the groups first: runners belong to them.");
	make.registrationToken(null, "instance-registration-token");
	const created_at = ago(state, 90 * day);

	const shared = make.runner(
		{ token: "shared-runner-token" },
		{ name: "shared-01", description: "For every project", tag_list: ["linux", "docker"], created_at },
	);
	machine(make, shared, "s_shared01", "17.2.0", 0.2);
	make.runner({ token: "spare-runner-token" }, { name: "shared-02", created_at: ago(state, 2 * day) });

	const group = make.runner(
		{ group: acme, token: "acme-runner-token" },
		{ name: "acme-01", description: "Builds of Acme", tag_list: ["linux"], created_at },
	);
	machine(make, group, "s_acme01", "16.1.2", 5);
	const paused = make.runner(
		{ group: backend, token: "backend-runner-token" },
		{ name: "backend-01", paused: true, run_untagged: false, tag_list: ["database"], created_at },
	);
	machine(make, paused, "s_backend01", "15.0.3", 1);

	const own = make.runner(
		{ projects: [web, ...others.slice(0, 1)], token: "web-runner-token" },
		{
			name: "web-01",
			description: "Builds of the shop",
			tag_list: ["linux", "docker", "browser"],
			maximum_timeout: 3600,
			maintenance_note: "Ask the maintainer before restarting.",
			created_by_id: make.userId("maintainer"),
			created_at,
		},
	);
	machine(make, own, "s_web01", "16.1.2", 0.1);
	machine(make, own, "s_web02", "16.0.1", 30);
	const stale = make.runner(
		{ projects: [web], token: "old-web-runner-token" },
		{ name: "web-00", locked: true, access_level: "ref_protected", created_at },
	);
	machine(make, stale, "s_web00", "14.10.0", 20 * day);
	make.runner({ projects: [web], token: "new-web-runner-token" }, { name: "web-02" });

	const [first] = state.runnerManagers.in("runner", own.id);
	for (const pipeline of state.pipelines.in("project", web.id))
		for (const job of state.jobs.in("pipeline", pipeline.id))
			if (job.started_at !== null)
				state.jobs.update(job.id, { runner_id: own.id, runner_manager_id: first?.id ?? null });
}

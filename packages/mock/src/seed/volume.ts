import { randomNumbers } from "../lib/random";
import type { Group, Issue, Pipeline, PipelineStatus, Project, User } from "../state/records";
import type { Builder } from "./builder";
import { people } from "./demo/people";
import type { SeedFunction } from "./file/document";

/** The options of `volume`. */
export interface VolumeOptions {
	/** The total number of users, groups, projects, issues, notes, pipelines and runners, at least 100. */
	size?: number;
	/** Called about a hundred times with the number of records created so far. */
	onProgress?: (made: number, size: number) => void;
}

/** How many of a hundred records are of each kind. The rest are notes. */
const shares = { users: 10, groups: 2, projects: 5, issues: 20, pipelines: 23, runners: 2 } as const;

const year = 365 * 24 * 3_600_000;
const names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo", "Kim", "Lea", "Max", "Nora"];
const surnames = ["Adler", "Baker", "Carter", "Dyer", "Fisher", "Mason", "Miller", "Potter", "Smith", "Weaver"];
const things = ["Check-out", "Search", "The start page", "The cart", "Log-in", "The export", "A voucher", "The map"];
const troubles = [
	"fails on Sundays",
	"is slow",
	"shows nothing",
	"looks odd in the dark",
	"says it twice",
	"needs a test",
];
const words = ["shop", "portal", "engine", "tools", "docs", "search", "mail", "billing", "maps", "stock"];

/** The roles for which there is a user with the same name. */
const roles = ["owner", "maintainer", "developer", "reporter", "guest"] as const;

/** How many of a hundred pipelines have each status. */
const statuses: readonly (readonly [PipelineStatus, number])[] = [
	["success", 70],
	["failed", 15],
	["canceled", 5],
	["running", 3],
	["pending", 3],
	["manual", 2],
	["skipped", 2],
];

/** Creates the records, and collects those that others refer to. */
class Volume {
	readonly #make: Builder;
	readonly #random = randomNumbers(20_260_105);
	readonly #now: number;
	readonly #users: User[] = [];
	readonly #groups: Group[] = [];
	readonly #projects: Project[] = [];
	readonly #issues: Issue[] = [];

	constructor(make: Builder) {
		this.#make = make;
		this.#now = make.state.clock.now();
	}

	user(number: number, of: number): void {
		const name = `${this.#any(names)} ${this.#any(surnames)}`;
		const created_at = this.#at(number, of);
		this.#users.push(
			this.#make.user({
				username: `${name.toLowerCase().replace(" ", ".")}-${number + 1}`,
				name,
				created_at,
				state: this.#chance(0.04) ? "blocked" : "active",
				last_activity_on: this.#chance(0.8) ? this.#daysAgo(this.#random() * 60).slice(0, 10) : null,
			}),
		);
	}

	group(number: number, of: number): void {
		const above = this.#groups.length === 0 || this.#chance(0.2) ? undefined : this.#popular(this.#groups);
		// Limit the depth, to keep groups easy to find.
		const parent = above && above.full_path.split("/").length < 4 ? above : undefined;
		const visibility = this.#chance(0.3) ? "private" : (parent?.visibility ?? "public");
		const path = parent ? `${parent.full_path}/team-${number + 1}` : `org-${number + 1}`;
		const group = this.#make.group({ full_path: path, visibility, created_at: this.#at(number, of) });
		this.#groups.push(group);
		if (number === 0) for (const role of roles) this.#make.member(role, path, role);
		this.#join(group, 3);
	}

	project(number: number, of: number): void {
		const group = this.#popular(this.#groups);
		const project = this.#make.project({
			full_path: `${group.full_path}/${this.#any(words)}-${number + 1}`,
			visibility: this.#chance(0.2) ? "private" : group.visibility,
			archived: this.#chance(0.03),
			topics: this.#chance(0.3) ? [this.#any(words)] : [],
			created_at: this.#at(number, of),
		});
		this.#projects.push(project);
		this.#join(project, 2);
	}

	issue(number: number, of: number): void {
		const created_at = this.#at(number, of);
		const closed = this.#chance(0.6);
		this.#issues.push(
			this.#make.issue(this.#popular(this.#projects), {
				title: `${this.#any(things)} ${this.#any(troubles)}`,
				author_id: this.#any(this.#users).id,
				assignee_ids: this.#chance(0.5) ? [this.#any(this.#users).id] : [],
				confidential: this.#chance(0.03),
				label_names: this.#chance(0.4) ? [this.#any(words)] : [],
				state: closed ? "closed" : "opened",
				created_at,
				updated_at: created_at,
			}),
		);
	}

	note(number: number, of: number): void {
		const issue = this.#popular(this.#issues);
		const system = this.#chance(0.2);
		this.#make.note(
			{ type: "Issue", id: issue.id, project_id: issue.project_id },
			{
				body: system ? "changed the description" : `${this.#any(things)} ${this.#any(troubles)}, I think.`,
				author_id: this.#any(this.#users).id,
				system,
				internal: !system && this.#chance(0.05),
				created_at: this.#at(number, of),
			},
		);
	}

	pipeline(number: number, of: number): void {
		const begun = Date.parse(this.#at(number, of));
		const status = this.#status();
		const isOver = status === "success" || status === "failed" || status === "canceled";
		const seconds = Math.floor(30 + this.#random() * 900);
		const started = isOver || status === "running" ? begun + 10_000 : null;
		const finished = isOver ? begun + 10_000 + seconds * 1000 : null;
		const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
		const made = this.#make.pipeline(this.#popular(this.#projects), {
			status,
			ref: this.#chance(0.7) ? "main" : "develop",
			source: this.#chance(0.8) ? "push" : "web",
			user_id: this.#any(this.#users).id,
			created_at: new Date(begun).toISOString(),
			updated_at: new Date(finished ?? started ?? begun).toISOString(),
			started_at: iso(started),
			finished_at: iso(finished),
			duration: isOver ? seconds : null,
			queued_duration: started === null ? 0 : 10,
			coverage: status === "success" ? 60 + Math.floor(this.#random() * 40) : null,
		});
		this.#jobs(made);
	}

	runner(number: number, of: number): void {
		const kind = number % 10;
		const where =
			kind < 2 ? {} : kind < 5 ? { group: this.#popular(this.#groups) } : { projects: this.#few(this.#projects) };
		const created_at = this.#at(number, of);
		const runner = this.#make.runner(where, {
			name: `runner-${number + 1}`,
			tag_list: this.#chance(0.6) ? ["linux"] : [],
			paused: this.#chance(0.1),
			created_at,
		});
		const contacted_at = this.#daysAgo(this.#chance(0.7) ? this.#random() / 100 : this.#random() * 100);
		this.#make.runnerManager(runner, {
			version: `17.${Math.floor(this.#random() * 10)}.0`,
			platform: "linux",
			architecture: this.#chance(0.7) ? "amd64" : "arm64",
			ip_address: "192.0.2.17",
			contacted_at: contacted_at < created_at ? created_at : contacted_at,
		});
	}

	#jobs(pipeline: Pipeline): void {
		const failed = pipeline.status === "failed";
		this.#make.job(pipeline, { status: failed ? "success" : pipeline.status });
		if (this.#chance(0.5) || failed) this.#make.job(pipeline, { name: "test", stage: "test" });
	}

	/** Adds some users as members, none twice. */
	#join(place: Group | Project, most: number): void {
		for (const { username } of this.#few(this.#users, most))
			this.#make.member(username, place.full_path, this.#any(roles));
	}

	#status(): PipelineStatus {
		let left = this.#random() * 100;
		for (const [status, share] of statuses) {
			left -= share;
			if (left < 0) return status;
		}
		return "success";
	}

	/** Returns the creation time of a record by its number, if `of` records are spread over the last year. */
	#at(number: number, of: number): string {
		return new Date(this.#now - Math.round((1 - number / of) * year)).toISOString();
	}

	#daysAgo(days: number): string {
		return new Date(this.#now - Math.round(days * 24 * 3_600_000)).toISOString();
	}

	#chance(share: number): boolean {
		return this.#random() < share;
	}

	#any<One>(list: readonly One[]): One {
		return this.#pick(list, this.#random());
	}

	/** Picks earlier elements much more often than later ones: some projects and discussions have nearly everything. */
	#popular<One>(list: readonly One[]): One {
		return this.#pick(list, this.#random() ** 3);
	}

	#few<One>(list: readonly One[], most = 2): One[] {
		const first = Math.floor(this.#random() * list.length);
		return list.slice(first, first + most);
	}

	#pick<One>(list: readonly One[], share: number): One {
		const one = list[Math.floor(share * list.length)];
		if (one === undefined) throw new Error("There is nothing to choose from.");
		return one;
	}
}

/**
 * Returns a seed of a size, with the proportions of a real installation: the users of `demo` with their tokens and with
 * their roles in the group `org-1`, and users, groups in four levels, projects, issues with notes, pipelines with jobs,
 * and runners. The same size and the same clock give the same bytes.
 *
 * @throws RangeError if the size is below 100.
 * @example
 * const platform = createPlatform({ seed: volume({ size: 100_000, onProgress: (made, size) => console.log(made / size) }) });
 */
export function volume({ size = 10_000, onProgress }: VolumeOptions = {}): SeedFunction {
	if (!Number.isSafeInteger(size) || size < 100)
		throw new RangeError(`The size must be a whole number of at least 100, not ${size}.`);
	const count = (kind: keyof typeof shares): number => Math.floor((size * shares[kind]) / 100);
	const others = Object.keys(shares).reduce((sum, kind) => sum + count(kind as keyof typeof shares), 0);
	return (make) => {
		people(make);
		const all = new Volume(make);
		const step = Math.max(1, Math.floor(size / 100));
		let made = 0;
		const times = (of: number, one: (number: number, of: number) => void): void => {
			for (let number = 0; number < of; number++) {
				one(number, of);
				made += 1;
				if (made % step === 0 || made === size) onProgress?.(made, size);
			}
		};
		times(count("users"), (number, of) => all.user(number, of));
		times(count("groups"), (number, of) => all.group(number, of));
		times(count("projects"), (number, of) => all.project(number, of));
		times(count("issues"), (number, of) => all.issue(number, of));
		times(size - others, (number, of) => all.note(number, of));
		times(count("pipelines"), (number, of) => all.pipeline(number, of));
		times(count("runners"), (number, of) => all.runner(number, of));
	};
}

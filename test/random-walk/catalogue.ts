/** What the walk knows about the platform's records: their addresses, and values with a meaning. */
import type { OperationRow } from "@tenon/contract";
import type { NoteableType, Platform } from "@tenon/mock";
import type { Planned } from "../support/planned";

/** The values of an operation's path parameters, in the order of the path. */
export type Address = readonly (string | number)[];

type Values = { readonly [name: string]: readonly unknown[] };

export interface Catalogue {
	/** Returns the addresses of existing records for an operation, and of the records that will be created next. */
	addresses(row: OperationRow): readonly Address[];
	/** The values for parameters by name, including values that are almost right. */
	readonly values: Values;
	/** Returns a request with which an operation succeeds. */
	planned(row: OperationRow): Planned;
}

/** Returns the existing ids of a table, and those of the next records. */
const ids = (table: { readonly lastId: number; all(): Iterable<{ readonly id: number }> }): number[] => [
	...[...table.all()].map((row) => row.id),
	table.lastId + 1,
	table.lastId + 2,
];

/** Reads the catalogue from a platform's state. */
export function catalogueOf({ state }: Platform, planned: Catalogue["planned"]): Catalogue {
	const projects = [...state.projects.all()];
	const groups = [...state.groups.all()];
	const users = [...state.users.all()];
	/** Returns each address twice: with the id of its project or group, and with the full path. */
	const both = (place: { id: number; full_path: string } | undefined, ...below: Address): Address[] =>
		place
			? [
					[place.id, ...below],
					[place.full_path, ...below],
				]
			: [];
	const notesOf = (type: NoteableType, id: number): number[] => [
		...state.notes.in("noteable", `${type}:${id}`).map((note) => note.id),
		state.notes.lastId + 1,
	];
	const project = (id: number | null) => (id === null ? undefined : state.project(id));
	const group = (id: number) => state.group(id);
	const withNotes = (type: NoteableType, id: number, addresses: Address[]): Address[] =>
		notesOf(type, id).flatMap((note) => addresses.map((address) => [...address, note]));

	const issues = [...state.issues.all()].map((one) => ({
		id: one.id,
		at: both(project(one.project_id), one.iid),
	}));
	const merges = [...state.mergeRequests.all()].map((one) => ({
		id: one.id,
		at: both(project(one.project_id), one.iid),
	}));
	const snippets = [...state.snippets.all()].map((one) => ({ id: one.id, at: both(project(one.project_id), one.id) }));
	const epics = [...state.epics.all()].map((one) => ({ id: one.id, at: both(group(one.group_id), one.id) }));
	const pages = (container: "project" | "group") =>
		[...state.wikiPages.all()]
			.filter((one) => one.container === container)
			.map((one) => ({
				id: one.id,
				at: both(container === "project" ? project(one.container_id) : group(one.container_id), one.id),
			}));
	const releases = [...state.releases.all()];
	const managing = groups.filter((one) => one.parent_id === null);
	const below = (places: typeof groups, keys: Address): Address[] =>
		places.flatMap((place) => keys.flatMap((key) => both(place, key)));

	const known: { readonly [names: string]: readonly Address[] } = {
		"": [[]],
		"projects id": projects.flatMap((one) => [...both(one), ...one.former_paths.map((path) => [path])]),
		"projects id issue_iid": issues.flatMap((one) => one.at),
		"projects id issue_iid note_id": issues.flatMap((one) => withNotes("Issue", one.id, one.at)),
		"projects id snippet_id": snippets.flatMap((one) => one.at),
		"projects id snippet_id note_id": snippets.flatMap((one) => withNotes("Snippet", one.id, one.at)),
		"projects id merge_request_iid": merges.flatMap((one) => one.at),
		"projects id merge_request_iid note_id": merges.flatMap((one) => withNotes("MergeRequest", one.id, one.at)),
		"projects id wiki_page_meta_id": pages("project").flatMap((one) => one.at),
		"projects id wiki_page_meta_id note_id": pages("project").flatMap((one) =>
			withNotes("WikiPage::Meta", one.id, one.at),
		),
		"projects id pipeline_id": [...state.pipelines.all()].flatMap((one) => both(project(one.project_id), one.id)),
		"projects id runner_id": projects.flatMap((one) => ids(state.runners).flatMap((runner) => both(one, runner))),
		"projects id tag_name": releases.flatMap((one) => both(project(one.project_id), one.tag_name)),
		"projects id tag_name link_id": releases.flatMap((one) =>
			ids(state.releaseLinks).flatMap((link) => both(project(one.project_id), one.tag_name, link)),
		),
		"groups id": groups.flatMap((one) => both(one)),
		"groups id epic_id": epics.flatMap((one) => one.at),
		"groups id epic_id note_id": epics.flatMap((one) => withNotes("Epic", one.id, one.at)),
		"groups id wiki_page_meta_id": pages("group").flatMap((one) => one.at),
		"groups id wiki_page_meta_id note_id": pages("group").flatMap((one) => withNotes("WikiPage::Meta", one.id, one.at)),
		"groups id token_id": below(managing, [...ids(state.tokens), "self"]),
		"groups id key_id": below(managing, ids(state.sshKeys)),
		"users id": ids(state.users).map((id) => [id]),
		"users id_or_username": users.flatMap((one) => [[one.id], [one.username]]),
		"users id provider": [...state.identities.all()].map((one) => [one.user_id, one.provider]),
		"runners id": ids(state.runners).map((id) => [id]),
		// The path of an alert integration ends with its key.
		" alert_path": [
			["acme/web/alerts/notify/database/f0a3.json"],
			["acme/web/alerts/notify.json"],
			...[...state.alertIntegrations.all()]
				.sort((a, b) => Number(a.active) - Number(b.active))
				.map((one) => [`${project(one.project_id)?.full_path}/alerts/notify/monitoring/${one.endpoint}.json`, one.key]),
		],
	};

	const texts = (table: { all(): Iterable<{ readonly text: string }> }): string[] =>
		[...table.all()].map((row) => row.text);
	const projectIds = projects.map((one) => one.id);
	const groupIds = groups.map((one) => one.id);
	const paths = [...groups, ...projects].map((one) => one.full_path);
	const names = users.map((one) => one.username);
	const values: Values = {
		group_id: groupIds,
		group_id_for_saml: groupIds,
		saml_provider_id: groupIds,
		skip_groups: groupIds,
		project_id: projectIds,
		file_template_project_id: projectIds,
		runner_id: [...[...state.runners.all()].map((one) => one.id), ...ids(state.runners).slice(-2)],
		sudo: users.map((one) => one.id),
		username: ["walker", "walker-2", ...names],
		email: ["walker@example.com", "walker@new.example.com", ...users.map((one) => one.email)],
		public_email: users.map((one) => one.email),
		commit_email: [...users.map((one) => one.email), "_private"],
		ref: ["main", "develop", "v1.0", "refs/heads/main", "refs/merge-requests/1/head"],
		default_branch: ["main", "develop", "trunk"],
		sha: [...state.pipelines.all()].slice(0, 5).map((one) => one.sha),
		merge_request_diff_head_sha: [...state.mergeRequests.all()].map((one) => one.diff_head_sha),
		body: [
			"Hello",
			"/close",
			"/reopen\n/spend 1h 30m",
			"Hi @developer, see #1, !1 and &1\n/assign @developer @nobody",
			"/label ~bug ~constructor\n/title New\n/lock",
			"/estimate 99999999999999999999mo",
			"```\n/close\n```",
		],
		token: [
			...texts(state.runnerTokens),
			...texts(state.registrationTokens),
			...texts(state.deployTokens),
			...texts(state.feedTokens),
			"developer-laptop",
			"developer-revoked",
			"acme-bot",
		],
		path: ["acme-2", "moved-here", "frontend", "partners", "x.git"],
		name: ["A name", "Linux binary", "acme"],
		search: ["acme", "developer", "example.com", '"exact"', "a", "web", "%", "_"],
		url: ["https://example.com/a", "ftp://example.com/b", "https://downloads.example.com/web/1.0/thanks"],
		website_url: ["https://example.com", "javascript:alert(1)"],
		direct_asset_path: ["/bin/new", "/bin/app-linux-amd64", "bin"],
		filepath: ["/bin/newer"],
		provider: ["ldapmain", "code_forge", "saml"],
		extern_uid: [...state.identities.all()].map((one) => one.extern_uid),
		emoji: ["coffee", "rocket", ":coffee:", "no_such_emoji"],
		ip_restriction_ranges: ["192.168.0.0/16", "10.0.0.0/8,2001:db8::/32", "::/0", "300.1.1.1"],
		allowed_email_domains_list: ["example.com", "example.com,example.org", "@"],
		unique_project_download_limit_allowlist: names,
		unique_project_download_limit_alertlist: users.map((one) => one.id),
		step_up_auth_required_oauth_provider: ["openid_connect", "unknown", ""],
		tag_list: ["linux", "docker", "database"],
		version_prefix: ["16", "16.1", "15.", "x"],
		system_id: ["s_web01", "s_new"],
		repository_storage: ["default", "elsewhere"],
		topic: ["web", "shop,web", "services"],
		password: ["correct horse battery", "short", "12345678"],
		page: [1, 2, 3, 1000, 2501],
		per_page: [1, 20, 100, 2, 101, 1000],
		cursor: ["", "WzFd", "W10", "bm8", "WyJ1c2VycyIsbnVsbCwxLCJuIl0", "eyJpZCI6MX0"],
		id: paths,
	};
	const addresses = (row: OperationRow): readonly Address[] => {
		const inPath = row.path.match(/[^{}]+(?=\})/g) ?? [];
		const first = row.path.split("/")[1] ?? "";
		const found = known[inPath.length === 0 ? "" : [first.startsWith("{") ? "" : first, ...inPath].join(" ")];
		if (!found) throw new Error(`The walk knows no address for ${row.path}.`);
		return found;
	};
	return { addresses, values, planned };
}

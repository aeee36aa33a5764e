import type {
	Builder,
	Epic,
	Group,
	Issue,
	MergeRequest,
	Note,
	NoteableType,
	Project,
	Snippet,
	WikiPage,
} from "@tenon/mock";

/** A group with a member of each role, and a project in it. */
export interface Lab {
	group: Group;
	project: Project;
}

/** Something that carries notes, as tests make it. */
export interface Parent {
	id: number;
	type: NoteableType;
	project_id: number | null;
	/** What a note on it shows as `noteable_iid`. */
	iid: number | null;
	/** Its address below that of its project or group, by the number that the kind is addressed with. */
	at: string;
	/** The same with another word in the number's place. */
	atOther(word: string | number): string;
}

/** What a parent can be made with; kinds that do not have a field leave it out. */
export interface Wanted {
	id?: number;
	confidential?: boolean;
	discussion_locked?: boolean;
	author_id?: number;
	assignee_ids?: number[];
}

/** One of the six kinds of parents. */
export interface Kind {
	name: "issue" | "project snippet" | "merge request" | "epic" | "project wiki page" | "group wiki page";
	/** Where it lies, and which parameter addresses it. */
	place: "projects" | "groups";
	parameter: string;
	make(make: Builder, lab: Lab, wanted?: Wanted): Parent;
}

const parent = (
	type: NoteableType,
	row: Issue | MergeRequest | Snippet | Epic | WikiPage,
	project: Project | null,
	folder: string,
	iid: number | null,
): Parent => ({
	id: row.id,
	type,
	project_id: project?.id ?? null,
	iid,
	at: `/${folder}/${iid ?? row.id}`,
	atOther: (word) => `/${folder}/${word}`,
});

/** What kinds take that are not discussed, confidential or assigned. */
const numbered = ({ id }: Wanted = {}): { id?: number } => (id === undefined ? {} : { id });

const issue: Kind = {
	name: "issue",
	place: "projects",
	parameter: "issue_iid",
	make(make, { project }, wanted) {
		const row = make.issue(project, wanted);
		return parent("Issue", row, project, "issues", row.iid);
	},
};
const snippet: Kind = {
	name: "project snippet",
	place: "projects",
	parameter: "snippet_id",
	make: (make, { project }, wanted) =>
		parent("Snippet", make.snippet(project, numbered(wanted)), project, "snippets", null),
};
const mergeRequest: Kind = {
	name: "merge request",
	place: "projects",
	parameter: "merge_request_iid",
	make(make, { project }, { confidential: _, ...wanted } = {}) {
		const row = make.mergeRequest(project, wanted);
		return parent("MergeRequest", row, project, "merge_requests", row.iid);
	},
};
const epic: Kind = {
	name: "epic",
	place: "groups",
	parameter: "epic_id",
	make: (make, { group }, { assignee_ids: _, ...wanted } = {}) =>
		parent("Epic", make.epic(group, wanted), null, "epics", null),
};
const projectWikiPage: Kind = {
	name: "project wiki page",
	place: "projects",
	parameter: "wiki_page_meta_id",
	make: (make, { project }, wanted) =>
		parent("WikiPage::Meta", make.wikiPage(project, numbered(wanted)), project, "wiki_pages", null),
};
const groupWikiPage: Kind = {
	name: "group wiki page",
	place: "groups",
	parameter: "wiki_page_meta_id",
	make: (make, { group }, wanted) =>
		parent("WikiPage::Meta", make.wikiPage(group, numbered(wanted)), null, "wiki_pages", null),
};

export const kind = { issue, snippet, mergeRequest, epic, projectWikiPage, groupWikiPage };

/** All six, for `test.each`. */
export const kinds: readonly Kind[] = Object.values(kind);

/** The ids of notes, in their order. */
export const idsOf = (notes: readonly Pick<Note, "id">[]): number[] => notes.map(({ id }) => id);

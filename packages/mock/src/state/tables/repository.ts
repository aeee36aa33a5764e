/** What repositories hold. */
import { either, list, nullable, number, object, partOf, serial, type TypeOf, text } from "../columns";
import { type RowOf, table } from "../definition";

const file = object({
	path: text(),
	/** As git writes it, such as `100644`. */
	mode: text(),
	content: either("base64", object({ base64: text() }), object({ text: text() })),
	/** Of a large file: the object that its content is stored under, and its bytes. */
	lfs: nullable(object({ oid: text(), size: number() })),
});
/** A file of a repository, in one version; with `base64` it is not text. */
export type RepositoryFile = TypeOf<typeof file>;

/** The files of a project's repository at a commit. */
export interface RepositoryTree extends RowOf<typeof repositoryTrees> {}
export const repositoryTrees = table(
	"repositoryTrees",
	{ id: serial(1), project_id: partOf("projects"), sha: text(), files: list(file) },
	{ groups: { project: "project_id" }, unique: { commit: ["project_id", "sha"] } },
);

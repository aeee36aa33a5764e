/** The files of repositories. */
import { either, list, nullable, number, object, partOf, serial, type TypeOf, text } from "../columns";
import { type RowOf, table } from "../definition";

const file = object({
	path: text(),
	/** The file mode of git, such as `100644`. */
	mode: text(),
	content: either("base64", object({ base64: text() }), object({ text: text() })),
	/** For a large file: the id of the object with its content, and its size in bytes. */
	lfs: nullable(object({ oid: text(), size: number() })),
});
/** A version of a file in a repository. With `base64` it is not text. */
export type RepositoryFile = TypeOf<typeof file>;

/** The files of a project's repository at a commit. */
export interface RepositoryTree extends RowOf<typeof repositoryTrees> {}
export const repositoryTrees = table(
	"repositoryTrees",
	{ id: serial(1), project_id: partOf("projects"), sha: text(), files: list(file) },
	{ groups: { project: "project_id" }, unique: { commit: ["project_id", "sha"] } },
);

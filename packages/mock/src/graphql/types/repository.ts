import {
	GraphQLIncludeDirective,
	type GraphQLResolveInfo,
	GraphQLSkipDirective,
	getDirectiveValues,
	type SelectionNode,
	type SelectionSetNode,
} from "graphql";
import {
	base64Of,
	fileTypeOf,
	highlighted,
	isBinary,
	languageOf,
	nameOf,
	oidOf,
	simpleViewer,
	sizeOf,
	textOf,
} from "../../domains/repository/file";
import { repositoryPolicy } from "../../domains/repository/policy";
import { isRefName, treeOf } from "../../domains/repository/refs";
import type { Project, RepositoryFile } from "../../state/records";
import { lower } from "../case";
import { Connection } from "../connection";
import { refusal } from "../errors";
import { globalId } from "../global-id";
import type { Part } from "../part";

export interface RepositoryBlobRow {
	readonly project: Project;
	/** The ref in the query, or the default branch. */
	readonly ref: string;
	readonly file: RepositoryFile;
}

/** The largest total size of the contents of more than one path, in bytes. */
const mostBytes = 20 * 1_048_576;

const dataFields = new Set(["rawBlob", "rawTextBlob", "base64EncodedBlob", "plainData"]);

/** Whether a directive excludes a selection, with the values of the query's variables. */
const isLeftOut = (node: SelectionNode, { variableValues }: GraphQLResolveInfo): boolean =>
	getDirectiveValues(GraphQLSkipDirective, node, variableValues)?.if === true ||
	getDirectiveValues(GraphQLIncludeDirective, node, variableValues)?.if === false;

/** Whether contents are selected at any depth. */
function selectsData(set: SelectionSetNode | undefined, info: GraphQLResolveInfo): boolean {
	return (set?.selections ?? []).some((one) => {
		if (isLeftOut(one, info)) return false;
		if (one.kind === "Field") return dataFields.has(one.name.value) || selectsData(one.selectionSet, info);
		const inner = one.kind === "InlineFragment" ? one : info.fragments[one.name.value];
		return selectsData(inner?.selectionSet, info);
	});
}

const megabytes = (bytes: number): string => `${Number((bytes / 1_048_576).toPrecision(3))} MB`;

/** Throws if the query selects contents whose total size is too large. */
function checkSize(files: readonly RepositoryFile[], info: GraphQLResolveInfo): void {
	if (!info.fieldNodes.some(({ selectionSet }) => selectsData(selectionSet, info))) return;
	const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
	if (bytes > mostBytes)
		throw refusal(`Max blobs size limit exceeded (${megabytes(bytes)} / ${megabytes(mostBytes)}).`);
}

const encoded = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

export const repository: Part = {
	Project: {
		repository: (project, _args, { actor }) => (repositoryPolicy.download_code(actor, project) ? project : null),
	},
	Repository: {
		rootRef: ({ default_branch }) => default_branch,
		empty: ({ branches }) => Object.keys(branches).length === 0,
		exists: () => true,
		blobs(project, { paths, ref, refType, ...args }, { state }, info) {
			if (ref !== null && ref !== undefined && !isRefName(ref)) throw refusal("Ref is not valid");
			const tree = treeOf(project, ref ?? null, refType ? lower(refType) : null, state);
			const requested = new Set(paths);
			const files = tree?.files.filter(({ path }) => requested.has(path)) ?? [];
			// The paths in the query count, even if some of them do not exist.
			if (requested.size > 1) checkSize(files, info);
			const shown = ref ?? project.default_branch ?? "";
			return new Connection<RepositoryBlobRow>(
				files.map((file) => ({ project, ref: shown, file })),
				args,
				({ file }) => file.path,
			);
		},
	},
	RepositoryBlob: {
		id: ({ file }) => globalId("Blob", oidOf(file)),
		oid: ({ file }) => oidOf(file),
		path: ({ file }) => file.path,
		name: ({ file }) => nameOf(file.path),
		mode: ({ file }) => file.mode,
		size: ({ file }) => String(sizeOf(file)),
		rawSize: ({ file }) => String(file.lfs?.size ?? sizeOf(file)),
		rawBlob: ({ file }) => textOf(file),
		rawTextBlob: ({ file }) => (isBinary(file) ? null : textOf(file)),
		plainData: ({ file }) => (isBinary(file) ? null : highlighted(textOf(file), file.path)),
		base64EncodedBlob: ({ file }) => base64Of(file),
		fileType: ({ file }) => fileTypeOf(file.path),
		language: ({ file }) => (isBinary(file) ? null : languageOf(file.path)),
		lfsOid: ({ file }) => file.lfs?.oid ?? null,
		webPath: ({ project, ref, file }) => `/${project.full_path}/-/blob/${encoded(ref)}/${encoded(file.path)}`,
		rawPath: ({ project, ref, file }) => `/${project.full_path}/-/raw/${encoded(ref)}/${encoded(file.path)}`,
		simpleViewer: ({ file }) => simpleViewer(file.path, sizeOf(file), isBinary(file)),
	},
};

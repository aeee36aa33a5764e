/** Where something is in a query, in the platform's own terms. */
import { type ASTNode, BREAK, type DocumentNode, type OperationDefinitionNode, visit } from "graphql";

/** How a definition is named in an error's path: `query`, `mutation Save`, `fragment Fields`. */
function definitionName(node: ASTNode): string | undefined {
	if (node.kind === "FragmentDefinition") return `fragment ${node.name.value}`;
	if (node.kind !== "OperationDefinition") return undefined;
	const { operation, name }: OperationDefinitionNode = node;
	return name ? `${operation} ${name.value}` : operation;
}

function step(node: ASTNode): string | undefined {
	if (node.kind === "Field") return (node.alias ?? node.name).value;
	if (node.kind === "InlineFragment") return `... on ${node.typeCondition?.name.value ?? ""}`.trim();
	if (node.kind === "Argument" || node.kind === "ObjectField") return node.name.value;
	return definitionName(node);
}

/** A path from the definition down, by names as the response would have them. `nodes` begins with the outermost one. */
export const pathAlong = (nodes: readonly ASTNode[]): string[] => nodes.flatMap((node) => step(node) ?? []);

/** A node with everything around it, the outermost first. */
export function lineTo(document: DocumentNode, node: ASTNode): readonly ASTNode[] {
	const line: ASTNode[] = [];
	visit(document, {
		enter(one) {
			line.push(one);
			return one === node ? BREAK : undefined;
		},
		leave() {
			line.pop();
		},
	});
	return line;
}

/** Positions in a query, as the platform reports them. */
import { type ASTNode, BREAK, type DocumentNode, type OperationDefinitionNode, visit } from "graphql";

/** Returns the name of a definition in an error's path: `query`, `mutation Save`, `fragment Fields`. */
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

/** Returns the path from the definition down, with names as in the response. `nodes` starts with the outermost node. */
export const pathAlong = (nodes: readonly ASTNode[]): string[] => nodes.flatMap((node) => step(node) ?? []);

/** Returns a node with everything around it, outermost first. */
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

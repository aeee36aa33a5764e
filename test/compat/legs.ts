/** The environment of a user: the versions of Node and of other packages. */
export interface Leg {
	name: string;
	/** The version of Node, which is installed from the registry like any other package. */
	node: string;
	/** The packages of the outside project, with their versions. */
	packages: { readonly [name: string]: string };
}

/** The oldest and the newest versions that the packages support. */
export const legs: readonly Leg[] = [
	{
		name: "Node 20.19, msw 2.15, graphql 16, TypeScript 5.9",
		node: "20.19",
		packages: { msw: "2.15.0", graphql: "16.15.0", zod: "4.6.7", typescript: "5.9.3" },
	},
	{
		name: "Node 20.19, msw 2.11, graphql 17, zod 4.4, TypeScript 5.9",
		node: "20.19",
		packages: { msw: "2.11.0", graphql: "17.1.0", zod: "4.4.0", typescript: "5.9.3" },
	},
	{
		name: "Node 22, msw 2.15, graphql 17, TypeScript 5.9",
		node: "22",
		packages: { msw: "2.15.0", graphql: "17.1.0", zod: "4.6.7", typescript: "5.9.3" },
	},
	{
		name: "Node 24, msw 3, graphql 17, TypeScript 7",
		node: "24",
		packages: { msw: "^3.0.0", graphql: "17.1.0", zod: "4.6.7", typescript: "7.0.2" },
	},
];

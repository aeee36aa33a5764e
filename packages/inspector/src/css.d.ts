/** A style sheet as its text. */
declare module "*.css?inline" {
	const text: string;
	export default text;
}

/** A style sheet that Vite adds to the page. */
declare module "*.css";

/** A style sheet as its text. */
declare module "*.css?inline" {
	const text: string;
	export default text;
}

import { useSearchParams } from "wouter";

/** Changes parameters of the address; undefined or an empty text takes one away. The page before stays the one to go back to. */
export function useQueryChange(): (changes: { readonly [name: string]: string | undefined }) => void {
	const [, setQuery] = useSearchParams();
	return (changes) =>
		setQuery(
			(before) => {
				const next = new URLSearchParams(before);
				for (const [name, value] of Object.entries(changes))
					if (value) next.set(name, value);
					else next.delete(name);
				return next;
			},
			{ replace: true },
		);
}

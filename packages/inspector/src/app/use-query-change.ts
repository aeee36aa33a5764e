import { useSearchParams } from "wouter";

/** Changes parameters of the URL; undefined or an empty text removes one. Replaces the current history entry. */
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

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Markdown } from "./markdown";
import { usePermissions } from "./permissions";
import { Failure, usePlatform } from "./platform";
import { ago } from "./time";

const issue = { id: "acme/web", issue_iid: 1 };

/** The notes on an issue, newest first and page by page, and a box to write one. */
export function NoteThread() {
	const { tenon, queries } = usePlatform();
	const cache = useQueryClient();
	const [body, setBody] = useState("");
	const found = useInfiniteQuery(
		queries.issueNotes.list.infinite({ ...issue, activity_filter: "only_comments", per_page: 10 }),
	);
	const write = useMutation({
		mutationFn: () => tenon.issueNotes.create({ ...issue, body }),
		onSuccess: () => setBody(""),
		onSettled: () => cache.invalidateQueries({ queryKey: queries.issueNotes.key() }),
	});
	const submit = (event: FormEvent) => {
		event.preventDefault();
		write.mutate();
	};
	const allowed = usePermissions();
	const pages = found.data?.pages ?? [];
	return (
		<section aria-label="Discussion" className="thread">
			{allowed.comment && (
				<form onSubmit={submit}>
					<textarea
						aria-label="Your note"
						placeholder="Write a note (Markdown)"
						value={body}
						onChange={(event) => setBody(event.target.value)}
					/>
					<button type="submit" className="primary" disabled={!body.trim() || write.isPending}>
						Comment
					</button>
				</form>
			)}
			<Failure error={found.error ?? write.error} />
			<ol>
				{pages.flatMap(({ items }) =>
					items.map((note) => (
						<li key={note.id}>
							<span className="avatar" aria-hidden="true">
								{note.author.name.charAt(0)}
							</span>
							<div>
								<p className="by">
									<strong>{note.author.name}</strong> @{note.author.username} · {ago(note.created_at)}
									{note.internal && <em>internal</em>}
								</p>
								<Markdown text={note.body} />
							</div>
						</li>
					)),
				)}
			</ol>
			{found.hasNextPage && (
				<button type="button" disabled={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
					Older notes ({(pages[0]?.total ?? 0) - pages.reduce((sum, { items }) => sum + items.length, 0)})
				</button>
			)}
		</section>
	);
}

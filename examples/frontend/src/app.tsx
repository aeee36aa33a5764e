import { useState } from "react";
import { NoteThread } from "./note-thread";
import { PipelineBoard } from "./pipeline-board";
import { SignedIn } from "./platform";
import { RunnerList } from "./runner-list";

const users = ["maintainer", "developer", "reporter", "guest"];
const views = { Pipelines: PipelineBoard, Discussion: NoteThread, Runners: RunnerList };
type View = keyof typeof views;
const names: readonly View[] = ["Pipelines", "Discussion", "Runners"];

export function App() {
	const [user, setUser] = useState("maintainer");
	const [view, setView] = useState<View>("Pipelines");
	const Shown = views[view];
	return (
		<SignedIn key={user} user={user}>
			<header>
				<h1>
					<span className="mark" aria-hidden="true" /> acme/web
				</h1>
				<nav>
					{names.map((name) => (
						<button
							key={name}
							type="button"
							aria-current={name === view ? "page" : undefined}
							onClick={() => setView(name)}
						>
							{name}
						</button>
					))}
				</nav>
				<label>
					signed in as{" "}
					<select value={user} onChange={(event) => setUser(event.target.value)}>
						{users.map((name) => (
							<option key={name}>{name}</option>
						))}
					</select>
				</label>
			</header>
			<main>
				<Shown />
			</main>
			<footer>No server: the platform runs in this page, behind a service worker.</footer>
		</SignedIn>
	);
}

import { NoteThread } from "./note-thread";
import { PipelineBoard } from "./pipeline-board";
import { SignedIn } from "./platform";
import { RunnerList } from "./runner-list";
import { usePlace } from "./use-place";

const users = ["maintainer", "developer", "reporter", "guest"] as const;
const views = { Pipelines: PipelineBoard, Discussion: NoteThread, Runners: RunnerList };
const names = ["Pipelines", "Discussion", "Runners"] as const;

export function App() {
	const [user, setUser] = usePlace("user", users);
	const [view, setView] = usePlace("view", names);
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
					<span>signed in as</span>
					<select value={user} onChange={({ target }) => setUser(users[target.selectedIndex] ?? user)}>
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

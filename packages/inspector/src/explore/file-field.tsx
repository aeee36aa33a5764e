import { X } from "lucide-react";
import type { ReactElement } from "react";

/** A file as the mock takes it. */
interface FileParam {
	readonly file: string;
	readonly type: string;
	readonly base64: string;
}

/** The file that a field's text stands for; undefined for none, or a text of another kind. */
function fileIn(text: string): FileParam | undefined {
	if (!text.startsWith("{")) return undefined;
	try {
		const { file, type = "", base64 } = JSON.parse(text);
		return typeof file === "string" && typeof base64 === "string" ? { file, type: String(type), base64 } : undefined;
	} catch {
		return undefined;
	}
}

/** Reads a file that somebody chose. */
const textFrom = (file: File): Promise<string> =>
	new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => {
			const base64 = String(reader.result).split(",")[1] ?? "";
			resolve(JSON.stringify({ file: file.name, type: file.type, base64 } satisfies FileParam));
		};
		reader.onerror = () => reject(reader.error);
		reader.readAsDataURL(file);
	});

const sizeOf = ({ base64 }: FileParam): number =>
	Math.floor((base64.length * 3) / 4) - (base64.match(/=+$/)?.[0].length ?? 0);

interface FileFieldProps {
	/** What the input has beside its type: its id, and what is wrong. */
	readonly input: object;
	readonly name: string;
	/** The file as JSON; empty for none. */
	readonly text: string;
	readonly onChange: (text: string) => void;
}

/** Chooses a file to send. */
export function FileField({ input, name, text, onChange }: FileFieldProps): ReactElement {
	const chosen = fileIn(text);
	return (
		<div className="file-field">
			<label className="button">
				Choose a file
				<input
					{...input}
					className="hidden-text"
					type="file"
					onChange={(event) => {
						const [file] = event.target.files ?? [];
						if (file) void textFrom(file).then(onChange);
						// The same file may be chosen once more, changed or after it was taken away.
						event.target.value = "";
					}}
				/>
			</label>
			{text !== "" && (
				<span className="actions">
					<span>
						{chosen ? `${chosen.file}, ${sizeOf(chosen).toLocaleString("en")} bytes` : "Not a file"}
						{chosen?.type && <span className="soft"> {chosen.type}</span>}
					</span>
					<button
						type="button"
						className="button quiet icon"
						aria-label={`Remove ${name}`}
						onClick={() => onChange("")}
					>
						<X size={16} aria-hidden />
					</button>
				</span>
			)}
		</div>
	);
}

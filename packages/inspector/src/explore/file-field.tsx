import { X } from "lucide-react";
import type { ReactElement } from "react";

/** A file in the format that the mock accepts. */
interface FileParam {
	readonly file: string;
	readonly type: string;
	readonly base64: string;
}

/** Returns the file in a field's text; undefined if the text is not a file. */
function fileIn(text: string): FileParam | undefined {
	if (!text.startsWith("{")) return undefined;
	try {
		const { file, type = "", base64 } = JSON.parse(text);
		return typeof file === "string" && typeof base64 === "string" ? { file, type: String(type), base64 } : undefined;
	} catch {
		return undefined;
	}
}

/** Reads a file that the user chose, as the field's text. */
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
	/** The props of the input other than its type: its id, and the message about an invalid value. */
	readonly input: object;
	readonly name: string;
	/** The file as JSON; empty for none. */
	readonly text: string;
	readonly onChange: (text: string) => void;
}

/** A field that chooses a file to send. */
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
						// Allows choosing the same file again, after it was changed or removed.
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

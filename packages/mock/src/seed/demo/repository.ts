import type { Project } from "../../state/records";
import type { Builder } from "../builder";

const ciConfig = `stages: [build, test, deploy]

build:
  stage: build
  script: npm run build

test:
  stage: test
  script: npm test
`;

const readme = (title: string): string => `# ${title}

The shop of Acme.

## To start

    npm ci && npm start
`;

/** A picture of one pixel. */
const pixel = Uint8Array.from(
	atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="),
	(letter) => letter.charCodeAt(0),
);

/** Files of a project on its two branches, a text and a picture among them. */
export function repository(make: Builder, project: Project): void {
	const common = {
		".gitignore": "node_modules/\ndist/\n",
		LICENSE: "MIT License\n",
		"assets/logo.png": pixel,
		"ci/pipeline.yml": ciConfig,
		"package.json": '{\n  "name": "web",\n  "private": true\n}\n',
		"src/index.ts": 'console.log("Welcome to the shop");\n',
	};
	make.files(project, "main", { ...common, "README.md": readme("Web") });
	make.files(project, "develop", { ...common, "README.md": readme("Web, next"), "src/search.ts": "export {};\n" });
}

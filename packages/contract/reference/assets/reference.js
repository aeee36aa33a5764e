// The search box and the theme of the reference. Without this script the pages read the same, in the system's theme.
const root = document.body.dataset.root;
const search = document.querySelector(".search");
const input = search.querySelector("input");
const list = search.querySelector(".found");
const most = 12;
search.hidden = false;

/** How well an entry fits: the beginning of the name first, then the name, then what it is about; 0 is not at all. */
function fit([, name, about], words) {
	const title = name.toLowerCase();
	const text = `${title} ${about.toLowerCase()}`;
	if (!words.every((word) => text.includes(word))) return 0;
	const inTitle = words.filter((word) => title.includes(word)).length;
	return 1 + inTitle * 10 + (title.startsWith(words[0]) ? 5 : 0) + (title === words.join("") ? 20 : 0);
}

function show() {
	const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
	const found = window.tenonSearch
		.map((entry) => [fit(entry, words), entry])
		.filter(([score]) => words.length > 0 && score > 0)
		.sort(([a], [b]) => b - a)
		.slice(0, most);
	list.replaceChildren(
		...found.map(([, [kind, name, about, href]], index) => {
			const item = document.createElement("li");
			const link = Object.assign(document.createElement("a"), { href: root + href });
			const badge = Object.assign(document.createElement("span"), { className: `verb ${kind}`, textContent: kind });
			const title = Object.assign(document.createElement("strong"), { textContent: name });
			const more = Object.assign(document.createElement("small"), { textContent: about });
			link.append(badge, title, more);
			item.append(link);
			item.classList.toggle("chosen", index === 0);
			return item;
		}),
	);
	if (words.length > 0 && found.length === 0)
		list.append(Object.assign(document.createElement("li"), { className: "none", textContent: "Nothing found." }));
	list.hidden = words.length === 0;
}

function choose(step) {
	const items = [...list.querySelectorAll("li:not(.none)")];
	if (items.length === 0) return;
	const at = items.findIndex((item) => item.classList.contains("chosen"));
	items[at]?.classList.remove("chosen");
	items[(at + step + items.length) % items.length].classList.add("chosen");
}

input.addEventListener("input", show);
input.addEventListener("focus", show);
input.addEventListener("keydown", (event) => {
	if (event.key === "ArrowDown" || event.key === "ArrowUp") {
		event.preventDefault();
		choose(event.key === "ArrowDown" ? 1 : -1);
	} else if (event.key === "Enter") {
		list.querySelector(".chosen a")?.click();
		list.hidden = true;
	} else if (event.key === "Escape") {
		list.hidden = true;
		input.blur();
	}
});
document.addEventListener("click", (event) => {
	if (!search.contains(event.target) || event.target.closest(".found a")) list.hidden = true;
});
document.addEventListener("keydown", (event) => {
	if (event.key !== "/" || event.target.closest("input, textarea")) return;
	event.preventDefault();
	input.focus();
});

const button = document.querySelector(".theme");
const dark = matchMedia("(prefers-color-scheme: dark)");
/** Storage may be refused to pages of file://: the choice then lasts as long as the page. */
const stored = (value) => {
	try {
		if (value) localStorage.setItem("tenon-theme", value);
		return localStorage.getItem("tenon-theme");
	} catch {
		return null;
	}
};
const theme = stored();
if (theme) document.documentElement.dataset.theme = theme;
button.hidden = false;
button.addEventListener("click", () => {
	const now = document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light");
	document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
	stored(document.documentElement.dataset.theme);
});

// The current place stays marked in the navigation.
const links = new Map([...document.querySelectorAll('.side a[href^="#"]')].map((link) => [link.hash.slice(1), link]));
const watcher = new IntersectionObserver(
	(entries) => {
		for (const { target, isIntersecting } of entries) links.get(target.id)?.classList.toggle("here", isIntersecting);
		document.querySelector(".side a.here")?.scrollIntoView({ block: "nearest" });
	},
	{ rootMargin: "-96px 0px -60% 0px" },
);
for (const section of document.querySelectorAll("main section[id]")) watcher.observe(section);

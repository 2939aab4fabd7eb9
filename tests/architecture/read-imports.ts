/** Every import of the project's own code, found in the text of its sources. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDERS = ["app", "components", "lib", "server", "tests"];
const SPECIFIER =
	/(?:^(?:im|ex)port (?<types>type )?[^;"']*?\bfrom\s+|\bimport\s*\(?\s*|\bnew URL\(\s*)["'](?<specifier>[#.][^"']+)["']/gm;

export interface Arrow {
	from: string;
	to: string;
	/** Erased before it runs. */
	isType?: boolean;
}

export function sourceFiles(): string[] {
	return FOLDERS.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
			.filter((name) => /\.tsx?$/.test(name))
			.map((name) => normalize(join(folder, name))),
	);
}

export function readSource(file: string): string {
	return readFileSync(join(ROOT, file), "utf8");
}

/** Only code: arrows to data files and folders (`.sql`, `.json`) are left out. */
export function readArrows(): Arrow[] {
	return sourceFiles().flatMap((from) =>
		[...readSource(from).matchAll(SPECIFIER)].flatMap(({ groups: { types, specifier = "" } = {} }) => {
			const to = specifier.startsWith("#") ? specifier.slice(1) : normalize(join(dirname(from), specifier));
			return /\.tsx?$/.test(to) ? [{ from, to, isType: types !== undefined }] : [];
		}),
	);
}

/** "server/payments" for what is below it; a file that stands in `server` itself is a module of its own. */
export function moduleOf(file: string): string {
	const [top = "", next = "", ...rest] = file.split("/");
	if (top !== "server" && top !== "components") return top;
	return rest.length > 0 ? `${top}/${next}` : file;
}

/** Groups of files of which each reaches each other, by Tarjan's walk; types count as well. */
export function circlesOf(arrows: readonly Arrow[]): string[][] {
	const next = Map.groupBy(arrows, ({ from }) => from);
	const [found, open] = [new Map<string, number>(), [] as string[]];
	const circles: string[][] = [];
	const visit = (file: string): number => {
		found.set(file, found.size);
		let low = found.size - 1;
		const own = low;
		open.push(file);
		for (const { to } of next.get(file) ?? []) {
			if (!found.has(to)) low = Math.min(low, visit(to));
			else if (open.includes(to)) low = Math.min(low, found.get(to) ?? low);
		}
		if (low === own) {
			const circle = open.splice(open.indexOf(file));
			if (circle.length > 1) circles.push(circle.sort());
		}
		return low;
	};
	for (const file of next.keys()) if (!found.has(file)) visit(file);
	return circles;
}

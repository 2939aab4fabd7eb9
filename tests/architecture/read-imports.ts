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
	/** True for `import type`, which is erased. */
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

/** Leaves out imports of data files (`.sql`, `.json`) and of folders. */
export function readArrows(): Arrow[] {
	return sourceFiles().flatMap((from) =>
		[...readSource(from).matchAll(SPECIFIER)].flatMap(({ groups: { types, specifier = "" } = {} }) => {
			const to = specifier.startsWith("#") ? specifier.slice(1) : normalize(join(dirname(from), specifier));
			return /\.tsx?$/.test(to) ? [{ from, to, isType: types !== undefined }] : [];
		}),
	);
}

/** "server/payments" for the files below that folder; a file directly in `server` is a module of its own. */
export function moduleOf(file: string): string {
	const [top = "", next = "", ...rest] = file.split("/");
	if (top !== "server" && top !== "components") return top;
	return rest.length > 0 ? `${top}/${next}` : file;
}

/** Groups of files that reach each other by imports, type imports included (Tarjan's algorithm). */
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

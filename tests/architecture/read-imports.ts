/** Every import of the project's own code, found in the text of its sources. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDERS = ["app", "components", "lib", "server", "tests"];
const SPECIFIER = /(?:\bfrom\s+|\bimport\s*\(?\s*|\bnew URL\(\s*)["']([#.][^"']+)["']/g;

export interface Arrow {
	from: string;
	to: string;
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
		[...readSource(from).matchAll(SPECIFIER)].flatMap(([, specifier = ""]) => {
			const to = specifier.startsWith("#") ? specifier.slice(1) : normalize(join(dirname(from), specifier));
			return /\.tsx?$/.test(to) ? [{ from, to }] : [];
		}),
	);
}

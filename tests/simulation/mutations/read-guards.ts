/** Every `// guard: name` of the product, with the statement or clause that stands below it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FOLDERS = ["lib", "server"];
const MARKER = /^\t*\/\/ guard: (.+)\n/gm;

export interface Guard {
	name: string;
	/** The path from the root of the repository. */
	file: string;
	/** The whole line that names the guard. */
	marker: string;
	code: string;
}

export function readGuards(): Guard[] {
	return FOLDERS.flatMap((folder) =>
		readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
			.filter((name) => /\.tsx?$/.test(name))
			.flatMap((name) => guardsOf(join(folder, name), readFileSync(join(ROOT, folder, name), "utf8"))),
	);
}

export function guardsOf(file: string, text: string): Guard[] {
	return [...text.matchAll(MARKER)].map(({ 0: marker, 1: name = "", index }) => ({
		name,
		file,
		marker,
		code: firstStatement(text.slice(index + marker.length)),
	}));
}

/** Returns the lines until every bracket and template is closed: a link of a chain, or a statement with its `;`, `,` or `}`. */
function firstStatement(text: string): string {
	const lines = text.split("\n");
	const isLink = /^\s*\./.test(text);
	for (let count = 1; count <= lines.length; count += 1) {
		const code = lines.slice(0, count).join("\n");
		if (isClosed(code) && (isLink || /[;,}]$/.test(code))) return code;
	}
	throw new Error(`no statement below a guard: ${lines[0]}`);
}

function isClosed(code: string): boolean {
	const count = (wanted: RegExp) => code.match(wanted)?.length ?? 0;
	return count(/[([{]/g) === count(/[)\]}]/g) && count(/`/g) % 2 === 0;
}

/** Finds files below a folder that contain a text; compressed and binary files are searched as they are. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export function findInFiles(folder: string, text: string): { searched: number; found: string[] } {
	const files = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
	try {
		return { searched: files.length, found: files.filter((file) => readFileSync(file).includes(text)) };
	} catch (error) {
		// A running program renamed or removed a listed file: list again.
		if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
		return findInFiles(folder, text);
	}
}

import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Makes a folder and its parents. Node's own `recursive` never ends below a folder that takes none, such as /proc. */
export function makeFolder(path: string, mode?: number): void {
	if (existsSync(path)) return;
	makeFolder(dirname(path), mode);
	try {
		mkdirSync(path, mode);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
}

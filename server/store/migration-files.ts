/** The migrations as they lie beside this file: what brings a database level, and what this version calls its own. */
import { readdir, readFile } from "node:fs/promises";

export const DESK_MIGRATIONS = new URL("./migrations/", import.meta.url);

export interface MigrationFile {
	/** Without its ending. */
	name: string;
	text: string;
}

/** Every `.sql` of a folder, by name. */
export async function readMigrationFiles(folder: URL): Promise<MigrationFile[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
	return Promise.all(
		names.map(async (name) => ({
			name: name.replace(/\.sql$/, ""),
			text: await readFile(new URL(name, folder), "utf8"),
		})),
	);
}

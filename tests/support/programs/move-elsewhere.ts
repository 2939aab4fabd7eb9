/** Gives a folder's only lock to another container: the holder's pid means nothing here, and its file is touched again. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function moveElsewhere(folder: string): void {
	const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".lock"));
	const path = join(folder, name);
	const holder: object = JSON.parse(readFileSync(path, "utf8"));
	writeFileSync(path, JSON.stringify({ ...holder, pid: 1, startedAt: "elsewhere", pidNamespace: "elsewhere" }));
}

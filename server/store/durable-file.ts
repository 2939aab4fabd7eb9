/** Files that survive a power cut: content and file name are on the disk when a call returns. */
import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Replaces the file atomically: writes a draft beside it, then renames. Only the owner can read it. */
export async function writeDurably(path: string, text: string): Promise<void> {
	const folder = dirname(path);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const draft = `${path}.draft`;
	const file = await open(draft, "w", 0o600);
	try {
		await file.writeFile(text);
		await file.sync();
	} finally {
		await file.close();
	}
	await rename(draft, path);
	await syncFolder(folder);
}

/** Appends one line. A line break before it ends a line that an earlier crash may have torn. */
export async function appendDurably(path: string, line: string): Promise<void> {
	const folder = dirname(path);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const file = await open(path, "a", 0o600);
	let isNew: boolean;
	try {
		// Checks the open file, because restoring a folder removes the name that was synced here.
		isNew = (await file.stat()).size === 0 || !named.has(path);
		await file.appendFile(`\n${line}\n`);
		await file.sync();
	} finally {
		await file.close();
	}
	if (!isNew) return;
	await syncFolder(folder);
	named.add(path);
}

/** Files whose names this process has already synced; later appends sync only the content. */
const named = new Set<string>();

/** New, renamed and deleted names of the folder are on the disk when it returns. */
export async function syncFolder(path: string): Promise<void> {
	const folder = await open(path, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}

/** Files that must be there after a power cut: what is written is on the disk, the file's name included, when a call returns. */
import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Whole or not at all: written beside, then renamed. Readable by its owner alone. */
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

/** One line at the end of the file; a break before it ends a line that an earlier crash may have torn. */
export async function appendDurably(path: string, line: string): Promise<void> {
	const folder = dirname(path);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const file = await open(path, "a", 0o600);
	let isNew: boolean;
	try {
		// Asked of the open file: whoever puts a folder back takes the name away that was synced here.
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

/** Files whose names this process has brought to the disk: what is appended to them later needs no other sync than its own. */
const named = new Set<string>();

async function syncFolder(path: string): Promise<void> {
	const folder = await open(path, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}

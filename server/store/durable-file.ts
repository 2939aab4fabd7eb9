/** Writes files that survive a power cut: content and file name are on the disk when a call returns. */
import {
	closeSync,
	existsSync,
	fsyncSync,
	linkSync,
	mkdirSync,
	openSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { open, readdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The folders for heads and permits, which are kept outside the database: DATA_DIR and, when set, HEAD_DIR. */
export interface HeadPlaces {
	dataDir: string;
	headDir?: string | null;
}

export function foldersOf({ dataDir, headDir }: HeadPlaces, name: string): string[] {
	return [dataDir, ...(headDir ? [headDir] : [])].map((place) => join(place, name));
}

/** Turns a program's id into a file name prefix. */
export function stemOf(owner: string): string {
	return owner.replace(/[^A-Za-z0-9-]/g, "-");
}

/** Returns paths; a missing folder has no files. Throws any other error of the disk. */
export async function listFiles(folders: readonly string[], endings: readonly string[]): Promise<string[]> {
	const listed = folders.map(async (folder) => {
		const names = await readdir(folder).catch(absentAs<string[]>([]));
		return names.filter((name) => endings.some((ending) => name.endsWith(ending))).map((name) => join(folder, name));
	});
	return (await Promise.all(listed)).flat();
}

/** For a promise's `catch`: returns `value` when the file or folder does not exist, and throws any other error. */
export function absentAs<T>(value: T): (error: NodeJS.ErrnoException) => T {
	return (error) => {
		if (error.code === "ENOENT" || error.code === "ENOTDIR") return value;
		throw error;
	};
}

export async function writeDurably(path: string, text: string): Promise<void> {
	const folder = dirname(path);
	makeFolder(folder, 0o700);
	const draft = `${path}.draft`;
	const file = await open(draft, "w", 0o600);
	try {
		await file.writeFile(text);
		await file.sync();
	} finally {
		await file.close();
	}
	await publish(draft, path);
}

/** Gives the draft its final name, which survives a power cut. */
export async function publish(draft: string, path: string): Promise<void> {
	await rename(draft, path);
	await syncFolder(dirname(path));
}

/** Appends one line. A line break before it ends a line that an earlier crash may have torn. */
export async function appendDurably(path: string, line: string): Promise<void> {
	const folder = dirname(path);
	makeFolder(folder, 0o700);
	const file = await open(path, "a", 0o600);
	let isNew: boolean;
	try {
		// An empty file needs its folder synced even if this process did so before: the folder may have been replaced since.
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

export async function syncFolder(path: string): Promise<void> {
	const folder = await open(path, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}

/**
 * Writes a secret's file unless it exists, and returns the file's content. The file gets its name only when complete: with an empty file,
 * left by a full disk or a power cut, no program would start. A link, unlike a rename, replaces no file of another program.
 */
export function keptFile(file: string, content: string): string {
	const draft = `${file}.${process.pid}.draft`;
	try {
		if (existsSync(file)) return readFileSync(file, "utf8");
		writeFileSync(draft, content, { mode: 0o600, flush: true });
		linkSync(draft, file);
		const folder = openSync(dirname(file), "r");
		fsyncSync(folder);
		closeSync(folder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	} finally {
		rmSync(draft, { force: true });
	}
	return readFileSync(file, "utf8");
}

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

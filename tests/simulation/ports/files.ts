/** The files of one machine in memory. Written data survives the death of a process, as after `kill -9`. */
import { running, type Scheduler } from "#tests/simulation/scheduler.ts";

const files = new WeakMap<Scheduler, Map<string, string>>();

export type PortKind = "file" | "database" | "commit" | "service";
/** Makes a port call, or lets it fail before or after it was made; set by the world. */
export type Gate = <T>(kind: PortKind, label: string, call: () => T) => T;
const unguarded: Gate = (_kind, _label, call) => call();
export const gates = new WeakMap<Scheduler, Gate>();

export function filesOf(scheduler: Scheduler): Map<string, string> {
	const known = files.get(scheduler) ?? new Map<string, string>();
	files.set(scheduler, known);
	return known;
}

export function copyFolder(scheduler: Scheduler, folder: string): Map<string, string> {
	return new Map([...filesOf(scheduler)].filter(([path]) => path.startsWith(`${folder}/`)));
}

/** Restores the folder from the copy; later files are gone. */
export function putFolderBack(scheduler: Scheduler, folder: string, copy: ReadonlyMap<string, string>): void {
	const all = filesOf(scheduler);
	for (const path of [...all.keys()]) if (path.startsWith(`${folder}/`)) all.delete(path);
	for (const [path, text] of copy) all.set(path, text);
}

function onDisk<T>(label: string, action: (all: Map<string, string>) => T): Promise<T> {
	const here = running.getStore();
	if (!here) throw new Error(`${label} outside of a process`);
	const { process, scheduler } = here;
	return scheduler.step(process, label, () => {
		return (gates.get(scheduler) ?? unguarded)("file", label, () => action(filesOf(scheduler)));
	});
}

function missing(path: string): Error {
	return Object.assign(new Error(`no such file: ${path}`), { code: "ENOENT" });
}

export async function mkdir(_path: string, _options?: unknown): Promise<void> {}

export function readFile(path: string, _encoding?: unknown): Promise<string> {
	return onDisk(`read ${nameOf(path)}`, (all) => {
		const text = all.get(path);
		if (text === undefined) throw missing(path);
		return text;
	});
}

/** Only the names, of one folder. */
export function readdir(path: string): Promise<string[]> {
	return onDisk(`list ${nameOf(path)}`, (all) => {
		const names = [...all.keys()].filter((each) => each.startsWith(`${path}/`));
		if (names.length === 0) throw missing(path);
		return names.map((each) => each.slice(path.length + 1)).filter((name) => !name.includes("/"));
	});
}

/** By file: a name that was set aside keeps its own number. */
const numbers = new WeakMap<Map<string, string>, Map<string, number>>();
let lastNumber = 0;

function numberOf(all: Map<string, string>, path: string): number {
	const known = numbers.get(all) ?? new Map<string, number>();
	numbers.set(all, known);
	const number = known.get(path) ?? ++lastNumber;
	known.set(path, number);
	return number;
}

export function stat(path: string): Promise<{ ino: number; birthtimeMs: number; size: number }> {
	return onDisk(`look at ${nameOf(path)}`, (all) => {
		const text = all.get(path);
		if (text === undefined) throw missing(path);
		return { ino: numberOf(all, path), birthtimeMs: 0, size: Buffer.byteLength(text) };
	});
}

export function writeFile(path: string, text: string, _options?: unknown): Promise<void> {
	return onDisk(`write ${nameOf(path)}`, (all) => void all.set(path, String(text)));
}

export function rename(from: string, to: string): Promise<void> {
	return onDisk(`rename to ${nameOf(to)}`, (all) => {
		const text = all.get(from);
		if (text === undefined) throw missing(from);
		numbers.get(all)?.set(to, numberOf(all, from));
		numbers.get(all)?.delete(from);
		all.set(to, text);
		all.delete(from);
	});
}

export function rm(path: string, _options?: unknown): Promise<void> {
	return onDisk(`remove ${nameOf(path)}`, (all) => {
		numbers.get(all)?.delete(path);
		all.delete(path);
	});
}

export function unlink(path: string): Promise<void> {
	return rm(path);
}

/** Only appending handles write, and reading handles read by position; a folder can be opened to be synced. */
export async function open(path: string, flags = "r", _mode?: number) {
	if (flags === "wx" && running.getStore() && filesOf(scheduler()).has(path)) {
		throw Object.assign(new Error(`there is a file: ${path}`), { code: "EEXIST" });
	}
	if (flags.startsWith("w")) await onDisk(`create ${nameOf(path)}`, (all) => void all.set(path, ""));
	const append = (text: string) =>
		onDisk(`append ${nameOf(path)}`, (all) => void all.set(path, (all.get(path) ?? "") + text));
	return {
		appendFile: append,
		stat: () => stat(path).catch(() => ({ size: 0 })),
		read: (buffer: Buffer, at: number, length: number, position: number) =>
			onDisk(`read ${nameOf(path)}`, (all) => {
				const bytes = Buffer.from(all.get(path) ?? "").subarray(position, position + length);
				return { buffer, bytesRead: bytes.copy(buffer, at) };
			}),
		writeFile: append,
		write: append,
		sync: async () => {},
		datasync: async () => {},
		close: async () => {},
	};
}

function scheduler(): Scheduler {
	const here = running.getStore();
	if (!here) throw new Error("a file outside of a process");
	return here.scheduler;
}

function nameOf(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

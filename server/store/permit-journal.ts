/**
 * The journal of permits: append-only, outside the database, on the disk before a payment's first byte leaves. If a database is
 * lost, the journal names the payments that may have been sent. Each program writes its own segments in the `journal` folders.
 */

import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { paymentKindSchema } from "#lib/contracts/common-fields.ts";
import { DAY_MS } from "#lib/dates.ts";
import { groupCalls } from "#lib/group-calls.ts";
import { readJson } from "#lib/text/read-json.ts";
import { inTime } from "#lib/with-timeout.ts";
import {
	absentAs,
	appendDurably,
	foldersOf,
	type HeadPlaces,
	listFiles,
	makeFolder,
	stemOf,
} from "#server/store/durable-file.ts";

const permitSchema = z.object({
	attempt: z.string().min(1),
	payment: z.string(),
	kind: paymentKindSchema,
	amount: z.string(),
	currency: z.string(),
	/** E.164 with the plus sign, not masked. */
	number: z.string(),
	/** `at` is by our clock, `permittedAt` by the database's. */
	at: z.iso.datetime(),
	permittedAt: z.iso.datetime(),
	worker: z.string(),
	environment: z.string(),
});
export type JournalledPermit = z.infer<typeof permitSchema>;

/** Closes a permit that was never used: its payment's first byte was not sent. */
const unusedSchema = z.object({ unused: z.string() });

const FOLDER = "journal";
const SEGMENT_BYTES = 1_000_000;
/** Younger lines are never dropped, since people may still restore a backup that old. Older lines go only above JOURNAL_KEPT_BYTES. */
export const JOURNAL_KEPT_DAYS = 90;
const JOURNAL_KEPT_BYTES = 50_000_000;

const segments = new Map<string, { number: number; bytes: number }>();

/** Writes the permit to the disk in each place before it returns. Throws when a disk fails. */
export function journalPermit(places: HeadPlaces, permit: JournalledPermit): Promise<void> {
	return inTime(appendTogether({ places, worker: permit.worker, line: JSON.stringify(permit) }));
}

/** Fills a whole block of a new file: a short line might still fit into the last block of an old file on a full disk. */
const TRIAL = " ".repeat(4_096);

/** Writes a file in each place and removes it. Throws when that fails, because a permit could not be written there either. */
export async function tryJournal(places: HeadPlaces, worker: string): Promise<void> {
	await Promise.all(
		foldersOf(places, FOLDER).map(async (folder) => {
			const path = join(folder, `${stemOf(worker)}.trial`);
			makeFolder(folder, 0o700);
			await writeFile(path, TRIAL, { mode: 0o600 });
			await rm(path, { force: true });
		}),
	);
}

/** Records that no byte of the permit's payment was sent. If the disk fails, the permit counts as used. */
export function journalUnused(places: HeadPlaces, permit: { worker: string; attempt: string }): Promise<void> {
	return inTime(appendTogether({ places, worker: permit.worker, line: JSON.stringify({ unused: permit.attempt }) }));
}

/** Reads every permit that may have been used, each once, oldest first. Skips a torn line, since its payment was never sent. */
export async function readJournal(places: HeadPlaces): Promise<JournalledPermit[]> {
	const unused = new Set<string | undefined>();
	const byAttempt = new Map<string, JournalledPermit>();
	// One segment at a time: the lines of a busy quarter take gigabytes, and reading all at once would stop the heartbeats.
	for (const path of await listSegments(foldersOf(places, FOLDER)))
		for (const value of (await readSegment(path)).map(readJson)) {
			const permit = permitSchema.safeParse(value).data;
			if (permit) byAttempt.set(permit.attempt, permit);
			else unused.add(unusedSchema.safeParse(value).data?.unused);
		}
	return [...byAttempt.values()]
		.filter(({ attempt }) => !unused.has(attempt))
		.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Drops the oldest segments of ended programs in each place that has more than `keptBytes`; a line of the last 90 days stays. */
export async function trimJournal(
	places: HeadPlaces,
	now: Date,
	living: readonly string[],
	keptBytes: number = JOURNAL_KEPT_BYTES,
): Promise<void> {
	const before = new Date(now.getTime() - JOURNAL_KEPT_DAYS * DAY_MS).toISOString();
	const atWork = living.map(stemOf);
	for (const folder of foldersOf(places, FOLDER)) {
		const known = await Promise.all((await listSegments([folder])).map(measure));
		let bytes = known.reduce((sum, segment) => sum + segment.bytes, 0);
		for (const segment of known.sort((a, b) => (a.last < b.last ? -1 : 1))) {
			if (bytes <= keptBytes || segment.last >= before) break;
			if (atWork.some((stem) => segment.path.slice(folder.length + 1).startsWith(`${stem}.`))) continue;
			await rm(segment.path, { force: true });
			bytes -= segment.bytes;
		}
	}
}

const lineOfFile = ({ places, worker }: { places: HeadPlaces; worker: string; line: string }) =>
	[segments, ...foldersOf(places, FOLDER), worker] as const;

/** The next write writes all lines that arrive during a write, with one sync. After a disk error, a line may be in a file twice. */
const appendTogether = groupCalls(lineOfFile, async (given) => {
	const [{ places, worker }] = given;
	await appendLines(places, worker, given.map(({ line }) => line).join("\n"));
	return given.map(() => undefined);
});

async function appendLines(places: HeadPlaces, worker: string, line: string): Promise<void> {
	const key = [...foldersOf(places, FOLDER), worker].join(":");
	const before = segments.get(key) ?? { number: 1, bytes: 0 };
	const isFull = before.bytes >= SEGMENT_BYTES;
	const segment = isFull ? { number: before.number + 1, bytes: 0 } : before;
	segments.set(key, { ...segment, bytes: segment.bytes + line.length + 2 });
	const name = `${stemOf(worker)}.${String(segment.number).padStart(6, "0")}.jsonl`;
	await Promise.all(foldersOf(places, FOLDER).map((folder) => appendDurably(join(folder, name), line)));
}

async function measure(path: string): Promise<{ path: string; bytes: number; last: string }> {
	const lines = await readSegment(path);
	const bytes = lines.reduce((sum, line) => sum + line.length + 2, 0);
	const times = lines.flatMap((line) => permitSchema.safeParse(readJson(line)).data?.at ?? []);
	return { path, bytes, last: times.sort().at(-1) ?? "" };
}

function listSegments(folders: readonly string[]): Promise<string[]> {
	return listFiles(folders, [".jsonl"]);
}

async function readSegment(path: string): Promise<string[]> {
	return (await readFile(path, "utf8").catch(absentAs(""))).split("\n").filter((line) => line !== "");
}

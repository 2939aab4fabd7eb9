/** The service's array into a staging table of the session; what cannot be read is set aside. */

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { sql } from "kysely";
import { ServiceError } from "#server/errors.ts";
import { excerptOf } from "#server/momo/unreadable-line.ts";
import { UnreadableLine, type WireMovement } from "#server/momo/wire.ts";
import type { Database } from "#server/store/database.ts";

// One statement for this many lines: the cost of a round trip vanishes, and what waits for it stays small.
const BATCH_LINES = 1_000;
// So much waits in memory, packed (some 15 bytes a line), until it is known whether the body is the last one's again.
const HELD_BYTES = 48 * 1_024 * 1_024;
// Enough for people to see what is wrong.
const KEPT_UNREADABLE = 20;
// With more unreadable lines than this any known line may be one of them.
const MOST_TIMES = 1_000;

/** Lines of the answer that cannot be read. */
export interface SetAside {
	count: number;
	first: { place: number; line: UnreadableLine }[];
	/** Times of theirs: a known line of one of them may be the one that cannot be read. */
	times: Set<string>;
	/** One of them has no time that can be read: it may be any known line. */
	mayBeAny: boolean;
}

export interface Staged {
	/** Lines that can be read. */
	seen: number;
	setAside: SetAside;
	/** What is not in the staging table yet: batches, packed. */
	held: Buffer[];
	heldBytes: number;
}

/** A batch as its statement takes it: text of all lines a column, in the same order. */
interface Batch {
	types: string[];
	places: string;
	amounts: string;
	fees: string;
	times: string;
}

export async function openStaging(connection: Database): Promise<void> {
	await sql`drop table if exists pg_temp.movement_seen`.execute(connection);
	await sql`create temporary table movement_seen (
		type text not null, amount numeric(20, 2) not null, fee numeric(20, 2) not null, created_at timestamptz not null)`.execute(
		connection,
	);
}

/** Takes the array as it comes. Throws ServiceError `unknown` when it has lines and none of them can be read. */
export async function stageLines(
	connection: Database,
	currency: string,
	lines: AsyncIterable<WireMovement | UnreadableLine>,
): Promise<Staged> {
	const setAside: SetAside = { count: 0, first: [], times: new Set(), mayBeAny: false };
	const staged: Staged = { seen: 0, setAside, held: [], heldBytes: 0 };
	let batch: WireMovement[] = [];
	for await (const row of lines) {
		const line = row instanceof UnreadableLine ? row : demandOurs(row, currency);
		if (line instanceof UnreadableLine) {
			putAside(setAside, staged.seen + setAside.count + 1, line);
			continue;
		}
		staged.seen += 1;
		batch.push(line);
		if (batch.length < BATCH_LINES) continue;
		hold(staged, batch);
		batch = [];
		if (staged.heldBytes > HELD_BYTES) await stageHeld(connection, staged);
	}
	if (batch.length > 0) hold(staged, batch);
	if (staged.seen === 0 && setAside.count > 0) {
		throw new ServiceError("unknown", "no_line_readable", { status: 200 });
	}
	return staged;
}

/** Empties what is held into the staging table. */
export async function stageHeld(connection: Database, staged: Staged): Promise<void> {
	staged.heldBytes = 0;
	for (const packed of staged.held.splice(0))
		await insertBatch(connection, JSON.parse(inflateRawSync(packed).toString()));
}

function hold(staged: Staged, lines: readonly WireMovement[]): void {
	// Decimals and times hold no comma, and types are few: joined text costs a tenth of what arrays of parameters cost.
	const types = [...new Set(lines.map((line) => line.movement_type))];
	const places = new Map(types.map((type, index) => [type, index + 1]));
	const batch: Batch = {
		types,
		places: lines.map((line) => places.get(line.movement_type)).join(),
		amounts: lines.map((line) => line.amount).join(),
		fees: lines.map((line) => line.fee_amount).join(),
		times: lines.map((line) => line.created_at).join(),
	};
	const packed = deflateRawSync(JSON.stringify(batch), { level: 1 });
	staged.held.push(packed);
	staged.heldBytes += packed.length;
}

function putAside(setAside: SetAside, place: number, line: UnreadableLine): void {
	setAside.count += 1;
	if (setAside.first.length < KEPT_UNREADABLE) setAside.first.push({ place, line });
	if (line.createdAt !== null) setAside.times.add(line.createdAt);
	if (line.createdAt === null || setAside.times.size > MOST_TIMES) setAside.mayBeAny = true;
}

/** Assumption: all are in the wallet's currency. NUL and lone surrogates have no place in a text of PostgreSQL, nor years outside 1000–9998 in our JSON. */
function demandOurs(line: WireMovement, currency: string): WireMovement | UnreadableLine {
	const { movement_type: type, created_at: at } = line;
	const isTime = /^(?!9999)[1-9]/.test(at);
	const refuse = (field: string, fault: UnreadableLine["fault"]) =>
		new UnreadableLine({ field, fault, excerpt: excerptOf(line), createdAt: isTime ? at : null });
	if (line.currency_code !== currency) return refuse("currency_code", "other_currency");
	if (!type.isWellFormed() || type.includes("\0")) return refuse("movement_type", "unreadable");
	return isTime ? line : refuse("created_at", "unreadable");
}

/** Text all the way to PostgreSQL: no digit of an amount and no microsecond of a time is lost. */
async function insertBatch(connection: Database, batch: Batch): Promise<void> {
	await sql`insert into movement_seen select (${batch.types}::text[])[place], amount, fee, created_at from unnest(
		string_to_array(${batch.places}, ',')::integer[],
		string_to_array(${batch.amounts}, ',')::numeric[],
		string_to_array(${batch.fees}, ',')::numeric[],
		string_to_array(${batch.times}, ',')::timestamptz[]
	) as line (place, amount, fee, created_at)`.execute(connection);
}

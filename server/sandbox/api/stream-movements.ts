/** The movements as one JSON array, written in pieces: a million lines need no more memory than a thousand. */

import type { SandboxDatabase } from "#server/sandbox/tables.ts";
import { toWireMovement } from "#server/sandbox/transactions/wire-answers.ts";

// About 700 KB of JSON: few queries, little memory.
const LINES_A_PIECE = 5_000;

/** Newest first. Assumption: the specification shows neither ordering nor paging; we give everything at once. */
export function streamMovements(database: SandboxDatabase, currency: string, now: Date): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	const pieces = readPieces(database, currency, now);
	return new ReadableStream({
		async pull(controller) {
			const { value, done } = await pieces.next();
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
		async cancel() {
			await pieces.return(undefined);
		},
	});
}

async function* readPieces(database: SandboxDatabase, currency: string, now: Date): AsyncGenerator<string, undefined> {
	let after: { at: Date; id: string } | null = null;
	let opening = "[";
	while (true) {
		const rows = await readPage(database, currency, now, after);
		const last = rows.at(-1);
		if (!last) break;
		yield opening + rows.map((row) => JSON.stringify(toWireMovement(row))).join(",");
		opening = ",";
		if (rows.length < LINES_A_PIECE) break;
		after = { at: last.created_at, id: last.id };
	}
	yield opening === "[" ? "[]" : "]";
	return undefined;
}

async function readPage(
	database: SandboxDatabase,
	currency: string,
	now: Date,
	after: { at: Date; id: string } | null,
) {
	let query = database
		.selectFrom("movement")
		.selectAll()
		.where("currency", "=", currency)
		.where((of) => of.or([of("shown_from", "is", null), of("shown_from", "<=", now)]));
	if (after)
		query = query.where((where) => where(where.refTuple("created_at", "id"), "<", where.tuple(after.at, after.id)));
	return query.orderBy("created_at", "desc").orderBy("id", "desc").limit(LINES_A_PIECE).execute();
}

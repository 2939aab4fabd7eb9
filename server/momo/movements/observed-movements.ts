import type { MovementChunk } from "#server/momo/movements/movement-stream.ts";
import { fieldObservations, type Observation, orderOf } from "#server/momo/observe-answer.ts";
import type { Observer } from "#server/momo/observer.ts";
import { UnreadableLine, wireMovement } from "#server/momo/wire.ts";

/** The times of this many lines show the order of the array; its beginning is enough. */
const MOST_OBSERVED = 200;

/** Observes only chunks that were parsed; known ones were observed before. */
export async function* observedMovements(
	chunks: AsyncIterable<MovementChunk>,
	observer: Observer | undefined,
): AsyncGenerator<MovementChunk> {
	if (observer === undefined) return yield* chunks;
	let times: string[] | null = null;
	for await (const chunk of chunks) {
		const lines = chunk.lines ?? [];
		const unread = lines.filter((line) => line instanceof UnreadableLine);
		observer.note("movements", unread.map(driftOf));
		if (times === null && chunk.lines !== null) times = noteHead(observer, lines);
		yield chunk;
	}
	const order = orderOf(times ?? []);
	observer.note("movements", order === null ? [] : [{ kind: "order", value: order }]);
}

/** Observes the fields of the first line only: lines are alike, and a sync must stay quick. Returns the times of the first lines. */
function noteHead(observer: Observer, lines: NonNullable<MovementChunk["lines"]>): string[] {
	const read = lines.flatMap((line) => (line instanceof UnreadableLine ? [] : [line])).slice(0, MOST_OBSERVED);
	if (read[0]) observer.note("movements", fieldObservations(wireMovement, read[0]));
	return read.map((line) => line.created_at);
}

function driftOf({ field, fault }: UnreadableLine): Observation {
	const value = field === null ? "body" : field;
	return fault === "missing" ? { kind: "missing_field", value } : { kind: "drift", value: `${value}: unreadable` };
}

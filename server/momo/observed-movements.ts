/** The movements as they pass by: how they are sorted, and whether a row has other fields than the specification shows. */
import { ServiceError } from "#server/errors.ts";
import { fieldObservations, latencyObservation, type Observation, orderOf } from "#server/momo/observe-answer.ts";
import type { Observer } from "#server/momo/observer.ts";
import { UnreadableLine, type WireMovement, wireMovement } from "#server/momo/wire.ts";

/** The head of a long array tells its order. */
const LOOKED_AT = 200;

export async function* observedMovements(
	rows: AsyncIterable<WireMovement | UnreadableLine>,
	observer: Observer | undefined,
): AsyncGenerator<WireMovement | UnreadableLine> {
	if (observer === undefined) return yield* rows;
	const times: string[] = [];
	for await (const row of rows) {
		if (row instanceof UnreadableLine) {
			observer.note("movements", [driftOf(row)]);
			yield row;
			continue;
		}
		if (times.length < LOOKED_AT) times.push(row.created_at);
		// The first row only: rows of one array are alike, and a sync must stay quick.
		if (times.length === 1) observer.note("movements", fieldObservations(wireMovement, row));
		yield row;
	}
	const order = orderOf(times);
	observer.note("movements", order === null ? [] : [{ kind: "order", word: order }]);
}

/** Counted with what other endpoints send that cannot be read. */
function driftOf({ field, fault }: UnreadableLine): Observation {
	const word = field === null ? "body" : field;
	return fault === "missing" ? { kind: "missing_field", word } : { kind: "drift", word: `${word}: unreadable` };
}

/** The head of the array: whether it came, and how long it took. */
export async function observedOpening<T>(opening: Promise<T>, observer: Observer | undefined): Promise<T> {
	const startedAt = performance.now();
	const note = (word: string) =>
		observer?.note("movements", [{ kind: "answer", word }, latencyObservation(performance.now() - startedAt)]);
	try {
		const opened = await opening;
		note("200");
		return opened;
	} catch (error) {
		if (error instanceof ServiceError) note(String(error.status ?? error.kind));
		throw error;
	}
}

/** The movements as they pass by: how they are sorted, and whether a row has other fields than the specification shows. */
import { fieldFacts, orderOf } from "#server/momo/observe-answer.ts";
import type { Observer } from "#server/momo/observer.ts";
import { type WireMovement, wireMovement } from "#server/momo/wire.ts";

/** The head of a long array tells its order. */
const LOOKED_AT = 200;

export async function* observedMovements(
	rows: AsyncIterable<WireMovement>,
	observer: Observer | undefined,
): AsyncGenerator<WireMovement> {
	if (observer === undefined) return yield* rows;
	const times: string[] = [];
	for await (const row of rows) {
		if (times.length < LOOKED_AT) times.push(row.created_at);
		// The first row only: rows of one array are alike, and a sync must stay quick.
		if (times.length === 1) observer.note("movements", fieldFacts(wireMovement, row));
		yield row;
	}
	const order = orderOf(times);
	observer.note("movements", order === null ? [] : [{ kind: "order", word: order }]);
}

/** Views of a long list that nobody has read yet: their rows and their sums. */
import type { MovementQuery } from "#lib/contracts/movement.ts";
import { addDays } from "#lib/dates.ts";
import type { Context } from "#server/context.ts";
import { listMovements } from "#server/wallets/list-movements.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";
import { figuresOf, timed } from "#tests/bench/figures.ts";
import { seededRandom } from "#tests/support/random.ts";

const VIEWS = 60;
const NEWEST_DAY = "2026-11-01";
const SORTS = ["-createdAt", "createdAt", "-amount", "amount"] as const;

/** 95th percentiles in milliseconds of the same views each time, none of them twice. `rows`: of the list, three minutes apart. */
export async function measureViews(context: Context, currency: string, rows: number) {
	const days = Math.max(2, Math.floor(rows / 480));
	const taken = { rows: [] as number[], sums: [] as number[], counted: [] as number[], whole: [] as number[] };
	for (let view = 0; view < VIEWS; view += 1) {
		const query = viewOf(view, days);
		taken.rows.push(await timed(() => listMovements(context, { ...query, currency })));
		const { sort: _sort, limit: _limit, ...filter } = query;
		const ofAmounts = filter.minAmount !== undefined;
		const sums = await timed(() => sumMovements(context, { ...filter, currency }));
		(ofAmounts ? taken.counted : taken.sums).push(sums);
		if (ofAmounts) taken.whole.push(await timed(() => sumMovements(context, { ...filter, currency, whole: "yes" })));
	}
	const { rows: ofRows, sums, counted, whole } = taken;
	const p95 = (of: number[]) => figuresOf(of).p95Ms;
	return { rows: p95(ofRows), sums: p95(sums), sumsOfAmounts: p95(counted), wholeSumsOfAmounts: p95(whole) };
}

function viewOf(view: number, days: number): MovementQuery {
	const random = seededRandom(view);
	const from = addDays(NEWEST_DAY, -random(days));
	const low = 500 * (1 + random(380));
	return {
		...{ sort: SORTS[random(SORTS.length)] ?? "-createdAt", limit: 50 },
		...(random(3) > 0 ? { from, to: addDays(from, random(days)) } : {}),
		...(random(2) > 0 ? { type: random(2) > 0 ? "deposit" : "withdrawal" } : {}),
		...(random(2) > 0 ? { minAmount: String(low), maxAmount: String(low + 500 * random(200)) } : {}),
	};
}

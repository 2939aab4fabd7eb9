/** Compares each batch, as the desk's pages show it, with the service's books: its rows, POSTs, totals, and a text for each row. */
import type { Batch, BatchList, BatchRow, BatchRowList } from "#lib/contracts/batch.ts";
import en from "#lib/i18n/en.json" with { type: "json" };
import fr from "#lib/i18n/fr.json" with { type: "json" };
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import { MAY_HAVE_MOVED_STATES, PAID_STATES } from "#lib/payment-state.ts";
import type { Evidence } from "#tests/torture/evidence.ts";
import type { Loss } from "#tests/torture/tally.ts";
import type { DeskAnswer, User } from "#tests/torture/users.ts";
import { type Check, isExecuted, sentAgain } from "#tests/torture/verdict.ts";

export interface ShownBatch {
	batch: Batch;
	rows: BatchRow[];
}

export async function readBatches(reader: User): Promise<ShownBatch[]> {
	const shown: ShownBatch[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const page: BatchList = await ask(reader, `/api/batches?limit=50${cursor ? `&cursor=${cursor}` : ""}`);
		for (const batch of page.items) shown.push({ batch, rows: await readRows(reader, batch.id) });
		cursor = page.nextCursor;
	}
	return shown;
}

/** Throws when the desk does not answer. */
export async function readRows(reader: User, id: string): Promise<BatchRow[]> {
	const rows: BatchRow[] = [];
	for (let cursor: number | null = 0; cursor !== null; ) {
		const page: BatchRowList = await ask(reader, `/api/batches/${id}/rows?limit=500&cursor=${cursor}`);
		rows.push(...page.items);
		cursor = page.nextCursor;
	}
	return rows;
}

async function ask<T>(reader: User, path: string): Promise<T> {
	const answer: DeskAnswer | null = await reader(0, "GET", path);
	if (answer?.status !== 200) throw new Error(`${path} answers ${answer?.status ?? "nothing"}`);
	return answer.body as T;
}

export function judgeBatches(batches: readonly ShownBatch[], evidence: Evidence, losses: readonly Loss[]): Check[] {
	const rows = batches.reduce((sum, each) => sum + each.rows.length, 0);
	return [
		{
			name: `each of the ${rows} rows of ${batches.length} batches reached the service by one POST at most`,
			violations: sentTwice(batches, evidence, losses),
		},
		{
			name: "what each batch says it has paid, count and sum, is what the service's books say",
			violations: batches.flatMap((each) => differentTotals(each, evidence)),
		},
		{
			name: "no row of a batch is without a state and its words, and the rows by state are the batch's counts",
			violations: batches.flatMap((each) => wordlessRows(each)),
		},
	];
}

function sentTwice(batches: readonly ShownBatch[], evidence: Evidence, losses: readonly Loss[]): string[] {
	const excused = new Set(sentAgain(evidence, losses));
	return batches
		.flatMap(({ rows }) => rows.map(({ destination }) => destination))
		.filter((number) => (evidence.posts.get(number) ?? []).length > 1 && !excused.has(number));
}

const PAID = new Set<string>(PAID_STATES);
const MAY_HAVE_MOVED = new Set<string>(MAY_HAVE_MOVED_STATES);

/** Rows in doubt count as neither paid nor unpaid; for all others the batch must say exactly what the service did. */
function differentTotals({ batch, rows }: ShownBatch, { held }: Evidence): string[] {
	const executed = Map.groupBy(held.filter(isExecuted), ({ number }) => number);
	const said = rows.filter(({ state }) => PAID.has(state)).map(({ amount }) => minorOf(amount));
	const done = rows
		.filter(({ state }) => PAID.has(state) || !MAY_HAVE_MOVED.has(state))
		.flatMap(({ destination }) => executed.get(destination) ?? [])
		.map(({ amount }) => minorOf(amount));
	if (said.length === done.length && sum(said) === sum(done)) return [];
	const [ours, theirs] = [said, done].map((amounts) => `${amounts.length} (${toDecimal(sum(amounts))})`);
	return [`${batch.name}: ${ours} paid here, ${theirs} there`];
}

function sum(amounts: readonly AmountMinor[]): AmountMinor {
	return amounts.reduce((total, amount) => total + amount, 0n);
}

const WORDS = [en, fr].map(
	({ states, batches }) => ({ ...states.payout, ...batches.rowStates }) as Record<string, string>,
);

function wordlessRows({ batch, rows }: ShownBatch): string[] {
	const wordless = rows.filter(({ state }) => WORDS.some((words) => !words[state]));
	const counted = Map.groupBy(rows, ({ state }) => state);
	const miscounted = Object.entries(batch.counts).filter(
		([state, count]) => count !== (counted.get(state as BatchRow["state"])?.length ?? 0),
	);
	return [
		...wordless.map(({ n, state }) => `${batch.name}, row ${n}: ${state}`),
		...miscounted.map(([state, count]) => `${batch.name}: ${count} are counted as ${state}`),
		...(rows.length === batch.rowCount ? [] : [`${batch.name}: ${rows.length} rows of ${batch.rowCount}`]),
	];
}

/** A desk that lives through the random days of a business beside the sandbox's ledger, with what it knows at any moment. */

import { sql } from "kysely";
import { minorOf, toDecimal } from "#lib/money.ts";
import { OUTSTANDING_STATES, type PaymentState } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { migrateSandbox, sandboxDatabase } from "#server/sandbox/open-store.ts";
import { writeHistory } from "#server/sandbox/seed-sandbox.ts";
import {
	type Asked,
	type Business,
	type Told,
	toTransactions,
} from "#tests/integration/server/reconciliation/random-days.ts";
import { throughAccount } from "#tests/support/database/program-accounts.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { insertRows, updateRows } from "#tests/support/rows/rows.ts";

/** The sandbox's ledger of a wallet; times in ms. */
export interface Ledger {
	/** The balance after each entry of the wallet, oldest first. */
	steps: { at: number; balance: bigint }[];
	lines: { at: number; type: string; amount: bigint; fee: bigint }[];
}

/** The sandbox carries out the businesses' payments on its ledger, at their times. */
export async function liveThrough(
	{ pool }: TestDatabase,
	businesses: readonly Business[],
): Promise<Map<string, Ledger>> {
	const sandbox = sandboxDatabase(pool);
	await migrateSandbox(sandbox);
	const all = businesses.flatMap(toTransactions);
	await sandbox.transaction().execute((transaction) => writeHistory(transaction, all));
	const ledgers = businesses.map(async ({ currency }): Promise<[string, Ledger]> => {
		const { rows: steps } = await pool.query(
			`select journal.at, sum(entry.amount) over (order by journal.at, journal.id) as balance from sandbox.entry
			join sandbox.journal on journal.id = journal_id where account_id = $1 order by journal.at, journal.id`,
			[`wallet:${currency}`],
		);
		const { rows: lines } = await pool.query(
			"select created_at, type, amount, fee from sandbox.movement where currency = $1 order by created_at, id",
			[currency],
		);
		return [
			currency,
			{
				steps: steps.map(({ at, balance }) => ({ at: at.getTime(), balance: minorOf(balance) })),
				lines: lines.map(({ created_at: at, type, amount, fee }) => ({
					...{ at: at.getTime(), type, amount: minorOf(amount), fee: minorOf(fee) },
				})),
			},
		];
	});
	return new Map(await Promise.all(ledgers));
}

/** The desk's own rows of one business. `people`: the maker, and the two who settle. */
export interface RandomDesk {
	/** Writes what the desk knows at this moment: payments, lines, balance readings. */
	knowUntil(at: number): Promise<void>;
}

interface ReadingRow {
	id: string | null;
	balance: string;
	updatedAt: number;
	first: number;
	last: number;
	isNew: boolean;
}

// As the desk keeps them: equal balances within five minutes are one stretch.
const STRETCH_GAP_MS = 300_000;

export function openRandomDesk(
	context: Context,
	people: readonly string[],
	{ currency, told, asked }: Business,
	ledger: Ledger,
): RandomDesk {
	const { environment } = context.config;
	const database = throughAccount(context.database, "owner");
	const [maker = ""] = people;
	const states = new Map<string, PaymentState>();
	let [readingPlace, linePlace, last] = [0, 0, null as ReadingRow | null];

	const writeReadings = async (until: number) => {
		const fresh: ReadingRow[] = [];
		for (; (asked[readingPlace]?.seenAt ?? Number.POSITIVE_INFINITY) <= until; readingPlace += 1) {
			const { at, seenAt } = asked[readingPlace] as Asked;
			const step = ledger.steps[firstAfter(ledger.steps, at) - 1];
			const [balance, updatedAt] = [toDecimal(step?.balance ?? 0n), step?.at ?? 0];
			const isSame = last?.balance === balance && last.updatedAt === updatedAt;
			if (last && isSame && seenAt - last.last <= STRETCH_GAP_MS) {
				last.last = seenAt;
				if (!last.isNew && !fresh.includes(last)) fresh.push(last);
				continue;
			}
			last = { id: null, balance, updatedAt, first: seenAt, last: seenAt, isNew: true };
			fresh.push(last);
		}
		const extended = fresh.find(({ isNew }) => !isNew);
		if (extended?.id)
			await updateRows(database, "balance_reading", { id: extended.id }, { fetched_at: new Date(extended.last) });
		const rows = fresh.filter(({ isNew }) => isNew);
		if (rows.length === 0) return;
		const ids = await database
			.insertInto("balance_reading")
			.values(
				rows.map(({ balance, updatedAt, first, last: end }) => ({
					...{ environment, currency, wallet_reference: "WF-1", balance, updated_at: new Date(updatedAt) },
					...{ first_fetched_at: new Date(first), fetched_at: new Date(end) },
				})),
			)
			.returning("id")
			.execute();
		for (const [place, row] of rows.entries()) Object.assign(row, { id: ids[place]?.id ?? null, isNew: false });
	};

	const writeLines = async (until: number) => {
		const end = firstAfter(ledger.lines, until);
		const rows = ledger.lines.slice(linePlace, end);
		linePlace = end;
		if (rows.length > 0)
			await insertRows(
				database,
				"movement",
				rows.map(({ at, type, amount, fee }) => ({
					...{ environment, currency, type, amount: toDecimal(amount), fee: toDecimal(fee), occurrence: 1 },
					...{ created_at: new Date(at), first_seen_at: new Date(until) },
				})),
			);
		await sql`insert into movement_sync (environment, currency, started_at, synced_at, mirror_rows, last_movement_id)
			select ${environment}, ${currency}, ${new Date(until)}::timestamptz, ${new Date(until)}::timestamptz, ${linePlace}::integer,
				coalesce((select max(id) from movement where environment = ${environment} and currency = ${currency}), 0)
			on conflict (environment, currency) do update set synced_at = excluded.synced_at,
				mirror_rows = excluded.mirror_rows, last_movement_id = excluded.last_movement_id`.execute(database);
	};

	const writePayments = async (until: number) => {
		const changed = told.flatMap((one) => {
			const state = one.answeredAt <= until ? stateOf(one, until) : null;
			if (state === null || states.get(one.id) === state) return [];
			const isKnown = states.has(one.id);
			states.set(one.id, state);
			return [{ one, state, isKnown }];
		});
		if (changed.length === 0) return;
		const first = changed.filter(({ isKnown }) => !isKnown);
		// A payment that two people settle must exist before.
		const isSettled = (state: PaymentState) => state === "settled_not_paid";
		if (first.length > 0)
			await insertRows(
				database,
				"payment",
				first.map(({ one, state }) => ({
					...rowOf(one),
					...(isSettled(state) ? { state: "unknown" as const } : { ...endOf(one, state), state }),
				})),
			);
		for (const { one, state, isKnown } of changed) if (isKnown || isSettled(state)) await move(one, state);
		await insertRows(
			database,
			"payment_event",
			changed.map(({ one, state, isKnown }) => ({
				...{ payment_id: one.id, at: new Date(isKnown ? one.knownAt : one.answeredAt), state, version: 1 },
				...{ event: "succeeded", by_kind: "service" as const },
			})),
		);
	};

	const rowOf = ({ id, kind, amount, sentAt }: Told) => ({
		...{ id, kind, environment, amount: toDecimal(amount), currency, operator: "mtn-ci", operator_name: "MTN" },
		...{ country: "CI", phone_number: "+2250501020304", idempotency_key: id, request_digest: id, opaque_id: id },
		...{ maker_id: maker, reference: `TX-${id}`, created_at: new Date(sentAt - 1_000), sent_at: new Date(sentAt) },
	});

	const endOf = ({ endedAt, knownAt }: Told, state: PaymentState) =>
		OUTSTANDING_STATES.includes(state)
			? {}
			: {
					final_at: new Date(knownAt),
					processed_at: state === "settled_not_paid" || endedAt === null ? null : new Date(endedAt),
				};

	const move = async (one: Told, state: PaymentState) => {
		if (state === "settled_not_paid") {
			const word = {
				payment_id: one.id,
				payment_version: 1,
				outcome: "not_paid" as const,
				reason: "x",
				evidence: "{}",
			};
			await insertRows(
				database,
				"resolution",
				people
					.slice(-2)
					.map((member_id) => ({ ...word, member_id, amount: toDecimal(one.amount), at: new Date(one.knownAt) })),
			);
		}
		await updateRows(database, "payment", { id: one.id }, { state, version: 2, ...endOf(one, state) });
	};

	return {
		async knowUntil(at) {
			await writePayments(at);
			await writeLines(at);
			await writeReadings(at);
		},
	};
}

/** People find the reference of a lost payment that was paid, and settle the others as not paid. */
function stateOf({ isLost, isPaid, knownAt, kind }: Told, at: number): PaymentState {
	if (knownAt > at) return isLost ? "unknown" : "pending";
	if (isPaid) return "succeeded";
	return isLost && kind === "payout" ? "settled_not_paid" : "failed";
}

/** The index of the first later entry. */
export function firstAfter(all: readonly { at: number }[], time: number): number {
	let [low, high] = [0, all.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((all[middle]?.at ?? 0) <= time) low = middle + 1;
		else high = middle;
	}
	return low;
}

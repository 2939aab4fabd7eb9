import { type RawBuilder, sql } from "kysely";
import { closingBalanceOf } from "#lib/closing-balance.ts";
import type { ClosingBalance, DayProof, FeeRule } from "#lib/contracts/reconciliation.ts";
import { type AmountMinor, minorOf, toDecimal } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import { effectOf, knownEffects } from "#server/reconciliation/proof/effects.ts";
import { readFeeRule } from "#server/reconciliation/proof/fee-rules.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";
import { ofWallet, type WalletKey } from "#server/store/sql-fragments.ts";
import type { DayBalance, LineEffect } from "#server/wallets/movement-days.ts";

type Proof = Pick<DayProof, "day" | "status" | "closing" | "gap" | "rule">;

export interface DayClosingBalance extends ClosingBalance {
	status: DayProof["status"] | null;
	/** The effect of the day's lines after its closing reading, which that reading's balance lacks. */
	later: AmountMinor;
	rule: FeeRule;
}

/**
 * `computed` has balances computed from the lines, oldest first. A proved day closes with the balance that was read, and days before
 * it are computed back from there. From a line of unknown sign back to the proved day before it, days are omitted unless their
 * balance was read.
 */
export async function readClosingBalances(
	system: SystemContext,
	wallet: WalletKey,
	computed: readonly DayBalance[],
	rules: DayRules,
): Promise<ClosingBalance[]> {
	const closings = await readDayClosingBalances(system, wallet, computed, rules);
	return closings.map(({ status: _status, later: _later, rule: _rule, ...closing }) => closing);
}

/** `current`: the proof, from the newest reading, of a day that is not over. */
export async function readDayClosingBalances(
	system: SystemContext,
	wallet: WalletKey,
	computed: readonly DayBalance[],
	{ proofs: kept, inForce }: DayRules,
	current: Proof | null = null,
): Promise<DayClosingBalance[]> {
	const proofs = current ? new Map([[current.day, current], ...kept]) : kept;
	const laters = await readLater(system, wallet, proofs);
	let moved: AmountMinor = 0n;
	let isAnchored = true;
	const closings = computed
		.toReversed()
		.flatMap(({ day, balance, known, isCut = false, read = null }): DayClosingBalance[] => {
			const proof = proofs.get(day);
			const seen = proof && closingBalanceOf(proof);
			const rule = proof?.rule ?? inForce;
			const rest = { status: proof?.status ?? null, later: laters.get(day) ?? 0n, rule };
			isAnchored &&= !isCut;
			if (!seen && !isAnchored) return read === null ? [] : [{ day, balance: read, known: "seen", ...rest }];
			if (!seen)
				return [{ day, balance: known === "seen" ? balance : toDecimal(minorOf(balance) + moved), known, ...rest }];
			isAnchored = true;
			const byLines = minorOf(seen.balance) + minorOf(seen.onTheWay ?? "0.00") + rest.later;
			moved = byLines - minorOf(seen.unmatched ?? "0.00") - minorOf(balance);
			return [{ ...seen, ...rest }];
		});
	return closings.reverse();
}

type DayRules = Awaited<ReturnType<typeof readDayRules>>;

/** Reads the newest proofs of the days, and the rule in force. */
export async function readDayRules(
	{ database }: Pick<SystemContext, "database">,
	wallet: WalletKey,
	days: readonly string[],
) {
	const { rows } = await sql<Proof>`
		select ${PREPARED} distinct on (day) day::text as day, status, proof -> 'closing' as closing, proof ->> 'gap' as gap,
			proof -> 'rule' as rule
		from balance_proof
		where ${ofWallet(wallet)} and day = any(${days}::date[])
		order by day desc, id desc`.execute(database);
	return { proofs: new Map(rows.map((row) => [row.day, row])), inForce: await readFeeRule(database, wallet) };
}

/** Each day counts by the rule of its newest proof, a day without a proof by the rule in force. */
export function dayEffects({ proofs, inForce }: DayRules): (day: string) => LineEffect {
	return (day) => knownEffects(proofs.get(day)?.rule ?? inForce);
}

/** Returns SQL for a relation (`day`, `at`): the time of each day's closing reading. */
export function closingTimes(wallet: WalletKey, from: RawBuilder<unknown>, to: RawBuilder<unknown>) {
	return sql`(select distinct on (day) day, (proof -> 'closing' ->> 'at')::timestamptz as at from balance_proof
		where ${ofWallet(wallet)} and day >= ${from} and day <= ${to}
		order by day, id desc)`;
}

/** Sums the lines between each day's closing reading and the day's end; negated if the reading came after the end. */
async function readLater(
	{ database, config }: SystemContext,
	wallet: WalletKey,
	proofs: ReadonlyMap<string, Proof>,
): Promise<Map<string, AmountMinor>> {
	const read = [...proofs.values()].flatMap(({ day, closing }) => (closing ? [{ day, at: closing.at }] : []));
	const { rows } = await sql<{ day: string; sign: number; type: string; amount: string; fee: string }>`
		select ${PREPARED} span.day, span.sign, line.type, line.amount, line.fee
		from (select day, case when at < ends then 1 else -1 end as sign, least(at, ends) as since, greatest(at, ends) as until
			from (select day, at::timestamptz + interval '1 microsecond' as at, (day::date + 1)::timestamp at time zone ${config.timeZone} as ends
				from unnest(${read.map(({ day }) => day)}::text[], ${read.map(({ at }) => at)}::text[]) as proof (day, at)) as proof) as span
		cross join lateral (select type, sum(amount) as amount, sum(fee) as fee from movement
			where ${ofWallet(wallet)} and withdrawn_at is null
				and created_at >= span.since and created_at < span.until
			group by type) as line`.execute(database);
	const laters = new Map<string, AmountMinor>();
	for (const { day, sign, type, amount, fee } of rows) {
		const proof = proofs.get(day);
		const effect = proof ? effectOf(proof.rule, type, minorOf(amount), minorOf(fee)) : 0n;
		laters.set(day, (laters.get(day) ?? 0n) + BigInt(sign) * effect);
	}
	return laters;
}

/** The reckoning of the daily proof around one payment: what each look shows of it, once everything else is taken out. */
import { sql } from "kysely";
import { dayOf } from "#lib/dates.ts";
import type { AmountMinor } from "#lib/money.ts";
import { movementDirection } from "#lib/movements.ts";
import { inSlices } from "#lib/slices.ts";
import { chooseRule } from "#server/reconciliation/proof/choose-rule.ts";
import type { Rule } from "#server/reconciliation/proof/effects.ts";
import { openingOf, readKeptBefore, ruleInForce } from "#server/reconciliation/proof/kept-days.ts";
import { type Look, readLooks } from "#server/reconciliation/proof/proof-inputs.ts";
import { type ChainInputs, isHeldIn } from "#server/reconciliation/proof/prove-chain.ts";
import { readChainInputs } from "#server/reconciliation/proof/prove-stretch.ts";
import type { Chosen } from "#server/reconciliation/proof/residuals.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-candidates.ts";

/** A payment that was sent. Times by the programs' clocks, as those of the looks. */
export interface Weighing {
	paymentId: string;
	/** Of its line. */
	type: string;
	amount: AmountMinor;
	/** Lines that may be its own: they are taken out. */
	lineIds: readonly string[];
	/** What one of them says of its fee. */
	fee: AmountMinor | null;
	sentAt: Date;
	/** When its attempt ended, however it did. */
	endedAt: Date;
	/** Looks after it are not of interest. */
	until: Date;
	timeZone: string;
}

interface WeighedLook extends Pick<Look, "balance" | "firstAt" | "lastAt"> {
	/** What else moved since the look before; null effect: a line between has no known direction. */
	others: { count: number; effect: AmountMinor | null };
}

export interface Weighed {
	/** The last look before it was sent. */
	before: Pick<Look, "balance" | "firstAt" | "lastAt"> | null;
	/** After its attempt ended, oldest first. */
	looks: WeighedLook[];
	/** What the service usually takes of such an amount. */
	usualFee: AmountMinor;
}

const DAY_MS = 86_400_000;
const NOTHING = { count: 0, effect: 0n };

/**
 * What a balance already had taken off (reserved when asked for, written when settled) is reckoned as in the proof of the day: the
 * payment stands in the chain of looks as one that is on its way, and its own line does not.
 */
export async function weighPayment(store: Store, wallet: WalletKey, weighing: Weighing): Promise<Weighed> {
	const { sentAt, endedAt, until, timeZone } = weighing;
	const kept = await readKeptBefore(store, wallet, dayOf(sentAt, timeZone));
	const opening = openingOf(kept);
	const begin = opening ? opening.seenAt : (await lastBefore(store, wallet, sentAt)) - DAY_MS;
	const looks = await readLooks(store, wallet, new Date(begin), until);
	const seen = looks.filter(({ lastAt }) => !opening || lastAt > opening.seenAt);
	const place = seen.findLastIndex(({ firstAt }) => firstAt <= +sentAt);
	const first = seen[place] ?? (opening && { ...opening, firstAt: opening.seenAt, lastAt: opening.seenAt });
	const after = seen.flatMap((look, index) => (look.lastAt > +endedAt ? [{ look, index }] : []));
	const ask = {
		...{ opening, from: new Date(begin), until, beyond: until },
		...{ inForce: ruleInForce(kept), mayBeCut: false, unreadable: 0, apart: apartOf(weighing, first?.lastAt ?? 0) },
	};
	const inputs = await readChainInputs(store, wallet, ask, looks);
	if (!inputs) {
		const alone = after.map(({ look }) => ({ ...look, others: NOTHING }));
		return { before: first ?? null, looks: alone, usualFee: 0n };
	}
	const { chain } = await inSlices(chooseRule(inputs, ask.inForce));
	const offset = opening ? 1 : 0;
	const chosen = (index: number) => chain.chosen[index + offset];
	const from = chosen(place);
	const weighed = after.map(({ look, index }): WeighedLook => {
		const to = chosen(index);
		if (!first || !from || !to || index === place) return { ...look, others: NOTHING };
		const rest = withoutIt(to, weighing) - withoutIt(from, weighing);
		return {
			...look,
			others: othersBetween(inputs, chain.rule, { from, to, weighing }, look.balance - first.balance - rest),
		};
	});
	return { before: first ?? null, looks: weighed, usualFee: inputs.tariff(weighing.type, weighing.amount) };
}

/** It is not in a look that was still true after it was sent. */
function apartOf({ paymentId, type, amount, lineIds, fee, sentAt }: Weighing, lastAt: number) {
	const likelyFees = fee === null ? [] : [fee];
	const times = { from: Math.max(+sentAt, lastAt) + 1, until: Number.POSITIVE_INFINITY };
	return { lineIds, way: { paymentId, type, amount, fee: null, ...times, isAdmitted: false, likelyFees } };
}

/** A look's residual, had this payment not been made. */
function withoutIt({ residual, taken }: Chosen, { paymentId }: Weighing): AmountMinor {
	return residual + (taken.get(paymentId) ?? 0n);
}

async function lastBefore(store: Store, { environment, currency }: WalletKey, at: Date): Promise<number> {
	const { rows } = await sql<{ begun: Date | null }>`
		select max(first_fetched_at) as begun from wallet_look
		where environment = ${environment} and currency = ${currency} and first_fetched_at <= ${at}::timestamptz`.execute(
		store,
	);
	return +(rows[0]?.begun ?? at);
}

/** Lines between, and payouts that came to be on their way; one whose line is between was in the earlier look already. */
function othersBetween(
	{ sums, times, ways }: ChainInputs,
	rule: Rule,
	{ from, to, weighing }: { from: Chosen; to: Chosen; weighing: Weighing },
	effect: AmountMinor,
): WeighedLook["others"] {
	const between = sums.filter(({ bucket }) => {
		const end = times[bucket] ?? Number.POSITIVE_INFINITY;
		return end > from.at && end <= to.at;
	});
	const lines = between.reduce((total, { count }) => total + count, 0);
	const held = ways.reduce((total, way) => {
		if (way.paymentId === weighing.paymentId) return total;
		const isIn = isHeldIn(way, to);
		if (isHeldIn(way, from) === isIn) return total;
		// Given back, it moved the balance; written, its line is counted already.
		const isBack = way.fee === null && way.until <= to.at;
		return total + (isIn || isBack ? 1 : -1);
	}, 0);
	const isSigned = between.every(({ type }) => movementDirection(type) !== null || Object.hasOwn(rule.types, type));
	const count = Math.max(lines + held, effect === 0n ? 0 : 1);
	return { count, effect: isSigned ? effect : null };
}

import type { ExceptionKind } from "#lib/contracts/reconciliation.ts";
import type { MovementDirection } from "#lib/movements/movements.ts";
import { transactionTypeOf } from "#lib/payment-state.ts";
import { type Claimant, claimMovements, type Line } from "#server/reconciliation/matching/claim-movements.ts";
import { type PairRule, pairInterchangeable } from "#server/reconciliation/matching/pair-interchangeable.ts";
import { EARLY_MS, LATE_MS } from "#server/reconciliation/matching/payment-claims.ts";

/** Times in ms. */
export interface UnmatchedLine extends Line {
	type: string;
	/** By the wallet's fee rule; null for a type without a sign. */
	direction: MovementDirection | null;
	amount: string;
	groupId: string | null;
	/** A matched line of the same type, amount and fee, at most ten minutes away. */
	twinId: string | null;
}

export interface UnmatchedPayment extends Claimant {
	type: string;
	amount: string;
	groupId: string | null;
	/** The payment needs review: it may have a line, and is no exception without one. */
	open: boolean;
}

/** A payout that ended as not paid, with the window in which its line would be dated. */
export type EndedPayout = Claimant & { amount: string };

export interface Discrepancy {
	id: string;
	kind: ExceptionKind;
	alarm: boolean;
	at: number;
	lineIds: string[];
	paymentIds: string[];
	likeIds: string[];
	/** Payouts that ended as not paid although a surplus line of the alarm may have paid them. */
	endedIds: string[];
}

/** Assumption: a line of another amount may be a payment's only if their times differ by at most this. */
export const SAME_MOMENT_MS = 120_000;

/** A payment without a line, or a group of payments and lines that cannot be told apart. */
interface Short {
	payments: UnmatchedPayment[];
	lines: UnmatchedLine[];
}

/** Turns unmatched lines and payments into discrepancies, newest first; a line and a payment form one if no other competes for them. */
export function pairDiscrepancies(
	lines: readonly UnmatchedLine[],
	payments: readonly UnmatchedPayment[],
	ended: readonly EndedPayout[] = [],
): Discrepancy[] {
	const groups = groupsOf(lines, payments);
	const found: Discrepancy[] = [];
	for (const { lines: has, payments: owed } of groups) {
		if (owed.length - has.length !== 1) found.push(base(has.length > owed.length ? "doubled" : "missing", has, owed));
	}
	let short: Short[] = groups.filter(({ lines: has, payments: owed }) => owed.length - has.length === 1);
	for (const payment of payments) if (isAlone(payment)) short.push({ payments: [payment], lines: [] });
	let free = lines.filter(isAlone);
	for (const [kind, rule] of [
		["late", LATE],
		["wrong_amount", OTHER_AMOUNT],
	] as const) {
		const pairs = pairInterchangeable(short, free, rule);
		for (const [one, line] of pairs) {
			found.push({ ...base(kind, [line, ...one.lines], one.payments), alarm: false });
		}
		const [taken, done] = [new Set(pairs.map(([, line]) => line)), new Set(pairs.map(([one]) => one))];
		free = free.filter((line) => !taken.has(line));
		short = short.filter((one) => !done.has(one));
	}
	for (const one of short) {
		if (one.payments.some(({ open }) => !open)) found.push(base("missing", one.lines, one.payments));
	}
	for (const line of free) {
		found.push(base(line.twinId === null ? "foreign" : "doubled", [line], []));
	}
	return nameEnded(found, lines, ended).sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}

/**
 * Adds to each alarm the payouts that ended as not paid although its surplus lines may have paid them: for each line at most one, the
 * nearest in time.
 */
function nameEnded(
	found: readonly Discrepancy[],
	lines: readonly UnmatchedLine[],
	ended: readonly EndedPayout[],
): Discrepancy[] {
	const alarming = new Set(found.flatMap(({ alarm, lineIds }) => (alarm ? lineIds : [])));
	const byAmount = Map.groupBy(ended, ({ amount }) => amount);
	const named = new Map<string, string>();
	for (const [amount, equal] of Map.groupBy(lines, (line) => line.amount)) {
		const late = (byAmount.get(amount) ?? []).map((one) => ({ ...one, to: one.to + LATE_MS }));
		const taken = equal.filter(({ id, type }) => alarming.has(id) && type === transactionTypeOf("payout"));
		for (const [lineId, id] of claimMovements(late, taken)) named.set(lineId, id);
	}
	return found.map((one) => {
		const surplus = one.alarm ? one.lineIds.length - one.paymentIds.length : 0;
		return { ...one, endedIds: one.lineIds.flatMap((id) => named.get(id) ?? []).slice(0, surplus) };
	});
}

function isAlone({ groupId }: { groupId: string | null }): boolean {
	return groupId === null;
}

function groupsOf(lines: readonly UnmatchedLine[], payments: readonly UnmatchedPayment[]): Short[] {
	const groups = new Map<string, Short>();
	const groupOf = (id: string) => {
		const group = groups.get(id) ?? { lines: [], payments: [] };
		groups.set(id, group);
		return group;
	};
	for (const line of lines) if (line.groupId !== null) groupOf(line.groupId).lines.push(line);
	for (const payment of payments) if (payment.groupId !== null) groupOf(payment.groupId).payments.push(payment);
	return [...groups.values()];
}

function base(
	kind: ExceptionKind,
	lines: readonly UnmatchedLine[],
	payments: readonly UnmatchedPayment[],
): Discrepancy {
	const lineIds = lines.map(({ id }) => id);
	const paymentIds = payments.map(({ id }) => id);
	const times = [...lines.map(({ at }) => at), ...payments.map(({ expectedAt }) => expectedAt)];
	const newest = times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
	return {
		id: [...lineIds.map((id) => `line-${id}`), ...paymentIds].join("."),
		kind,
		// An alarm is an outgoing line that no payment of this desk explains. A line with a candidate payment raises none.
		alarm: (kind === "foreign" || kind === "doubled") && lines.some(({ direction }) => direction === "out"),
		at: newest,
		lineIds,
		paymentIds,
		likeIds: lines.flatMap(({ twinId }) => (twinId === null ? [] : [twinId])),
		endedIds: [],
	};
}

function sameKey({ type, amount }: { type: string; amount: string }): string {
	return `${amount} ${type}`;
}

const LATE: PairRule<Short, UnmatchedLine> = {
	keyOf: sameKey,
	reachesOf: ({ payments }) =>
		payments.map((payment) => ({ key: sameKey(payment), from: payment.from - EARLY_MS, to: payment.to + LATE_MS })),
	timeOf,
};

const OTHER_AMOUNT: PairRule<Short, UnmatchedLine> = {
	keyOf: ({ type }) => type,
	reachesOf: ({ payments }) =>
		payments.map(({ type, expectedAt: at }) => ({ key: type, from: at - SAME_MOMENT_MS, to: at + SAME_MOMENT_MS })),
	timeOf,
};

function timeOf({ payments }: Short): number {
	return payments.reduce((least, { expectedAt }) => Math.min(least, expectedAt), Number.POSITIVE_INFINITY);
}

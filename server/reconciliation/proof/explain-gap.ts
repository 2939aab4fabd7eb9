/** Finds exact explanations of a gap: single exceptions first, then two or three together. Pure. */
import type { ExplanationPart } from "#lib/contracts/reconciliation.ts";
import { type AmountMinor, toDecimal } from "#lib/money.ts";
import type { Discrepancy } from "#server/reconciliation/matching/pair-discrepancies.ts";
import { effectOf, type Rule } from "#server/reconciliation/proof/effects.ts";
import type { OnItsWay, Tariff } from "#server/reconciliation/proof/proof-inputs.ts";
import type { ChainInputs } from "#server/reconciliation/proof/prove-chain.ts";

/** A line or payment that a part refers to. Times in ms. */
export interface Subject {
	id: string;
	type: string;
	amount: AmountMinor;
	/** Null for a payment, which has no line. */
	fee: AmountMinor | null;
	at: number;
}

export interface Clues {
	discrepancies: readonly Discrepancy[];
	/** Lines and payments of the discrepancies, and lines that people explained. */
	subjects: ReadonlyMap<string, Subject>;
	/** Lines that people explained, which the balance may not contain yet. */
	explainedIds: readonly string[];
	ways: readonly OnItsWay[];
	tariff: Tariff;
}

export interface Uneven {
	from: number;
	until: number;
	gap: AmountMinor;
}

interface Part {
	/** Parts with the same subject exclude each other. */
	subject: string;
	kind: ExplanationPart["kind"];
	amount: AmountMinor;
	lineIds: string[];
	paymentIds: string[];
	fee: AmountMinor | null;
}

const MOST_PARTS = 60;
const MOST_EXPLANATIONS = 4;
// The reading may have been taken a moment before the booking.
const NEAR_MS = 300_000;
const OUTSIDE_MS = 86_400_000;

/** Each inner list adds up to the gap exactly, simplest first; empty when nothing known does. */
export function explainGap(uneven: Uneven, clues: Clues, rule: Rule, inputs: ChainInputs): ExplanationPart[][] {
	const parts = [
		...exceptionParts(uneven, clues, rule),
		...wayParts(uneven, clues, rule),
		...feeParts(uneven, inputs, rule),
	];
	return combine(uneven.gap, parts.slice(0, MOST_PARTS)).map((combination) => combination.map(shown));
}

function combine(gap: AmountMinor, parts: readonly Part[]): Part[][] {
	const fitting = parts.filter(({ amount }) => amount === gap);
	const singles = [...new Map(fitting.map((part) => [part.subject, [part]])).values()];
	if (singles.length > 0) return singles.slice(0, MOST_EXPLANATIONS);
	const found: Part[][] = [];
	for (const [i, one] of parts.entries()) {
		for (const other of parts.slice(i + 1)) {
			if (other.subject !== one.subject && one.amount + other.amount === gap) found.push([one, other]);
		}
	}
	if (found.length > 0) return found.slice(0, MOST_EXPLANATIONS);
	for (const [i, one] of parts.entries()) {
		for (const [j, other] of parts.slice(i + 1).entries()) {
			if (other.subject === one.subject) continue;
			for (const third of parts.slice(i + j + 2)) {
				if (third.subject === one.subject || third.subject === other.subject) continue;
				if (one.amount + other.amount + third.amount === gap) found.push([one, other, third]);
			}
		}
		if (found.length >= MOST_EXPLANATIONS) break;
	}
	return found.slice(0, MOST_EXPLANATIONS);
}

function exceptionParts({ from, until }: Uneven, clues: Clues, rule: Rule): Part[] {
	const inside = ({ at }: Subject) => at > from && at <= until;
	const near = ({ at }: Subject) => at > from - NEAR_MS && at <= until + NEAR_MS;
	const around = ({ at }: Subject) => at > from - OUTSIDE_MS && at <= until + OUTSIDE_MS;
	const effect = (line: Subject) => effectOf(rule, line.type, line.amount, line.fee ?? 0n);
	const known = (ids: readonly string[]) => ids.flatMap((id) => clues.subjects.get(id) ?? []);
	const alone = clues.explainedIds.flatMap((id) => clues.subjects.get(id) ?? []).filter(inside);
	const parts = alone.map((line) => part("foreign", -effect(line), line.id, [line.id], []));
	for (const { kind, lineIds, paymentIds } of clues.discrepancies) {
		// Later ones would be cut off.
		if (parts.length >= MOST_PARTS) break;
		const [lines, payments] = [known(lineIds), known(paymentIds)];
		const name = paymentIds[0] ?? lineIds[0] ?? "";
		const add = (amount: AmountMinor, fee: AmountMinor | null = null) =>
			parts.push({ ...part(kind, amount, name, lineIds, paymentIds), fee });
		// A line that the balance does not contain.
		if (kind === "foreign" || kind === "doubled") for (const line of lines.filter(inside)) add(-effect(line));
		// A line dated outside the readings between which the balance moved.
		for (const line of kind === "foreign" ? lines.filter((one) => !inside(one) && around(one)) : []) {
			parts.push(part("outside", effect(line), name, lineIds, paymentIds));
		}
		for (const payment of payments.filter(near)) {
			for (const fee of new Set([clues.tariff(payment.type, payment.amount), 0n])) {
				const owed = effectOf(rule, payment.type, payment.amount, fee);
				if (kind === "missing") add(owed, fee);
				// The balance moved by one amount, the list shows another.
				if (kind === "wrong_amount") for (const line of lines) add(owed - effect(line), fee);
			}
		}
		if (kind !== "late") continue;
		for (const line of lines) {
			if (inside(line)) add(-effect(line));
			else if (payments.some(near)) add(effect(line));
		}
	}
	return parts;
}

function part(kind: Part["kind"], amount: AmountMinor, subject: string, lineIds: string[], paymentIds: string[]): Part {
	return { kind, amount, subject, lineIds, paymentIds, fee: null };
}

/** Payouts taken off without a line, and failed ones that came back. */
function wayParts({ from, until }: Uneven, { ways, tariff }: Clues, rule: Rule): Part[] {
	return ways.flatMap(({ paymentId, type, amount, fee, from: sent, until: ended }) => {
		if (fee !== null) return [];
		return [...new Set([tariff(type, amount), 0n])].flatMap((presumed) => {
			const effect = effectOf(rule, type, amount, presumed);
			const made = (kind: "held" | "released", sum: AmountMinor): Part[] => [
				{ ...part(kind, sum, `way ${paymentId}`, [], [paymentId]), fee: presumed },
			];
			const isTaken = sent > from - NEAR_MS && sent <= until && ended > until;
			const isBack = ended > from - NEAR_MS && ended <= until && sent <= from;
			return [...(isTaken ? made("held", effect) : []), ...(isBack ? made("released", -effect) : [])];
		});
	});
}

/** Counts all fees of one kind between the readings the other way, and types without a sign as in or out. */
function feeParts({ from, until }: Uneven, { sums, times }: ChainInputs, rule: Rule): Part[] {
	const between = sums.filter(({ bucket }) => {
		const end = times[bucket] ?? Number.POSITIVE_INFINITY;
		return end > from && end <= until;
	});
	return [...new Set(between.map(({ type }) => type))].flatMap((type) => {
		const ofType = between.filter((sum) => sum.type === type);
		const fee = ofType.reduce((total, sum) => total + sum.fee, 0n);
		const amount = ofType.reduce((total, sum) => total + sum.amount, 0n);
		const isSigned = type === "deposit" || type === "withdrawal" || Object.hasOwn(rule.types, type);
		if (isSigned) return fee === 0n ? [] : [fee, -fee].map((sum) => part("fee", sum, `fee ${type}`, [], []));
		return [amount, -amount, amount - fee, -(amount + fee)].map((sum) => part("unknown_type", sum, type, [], []));
	});
}

function shown({ kind, amount, lineIds, paymentIds, fee }: Part): ExplanationPart {
	return { kind, amount: toDecimal(amount), lineIds, paymentIds, fee: fee === null ? null : toDecimal(fee) };
}

import type { ExplanationPart, FeeRule } from "#lib/contracts/reconciliation.ts";
import { type AmountMinor, toDecimal } from "#lib/money.ts";
import type { Discrepancy } from "#server/reconciliation/matching/pair-discrepancies.ts";
import { effectOf } from "#server/reconciliation/proof/effects.ts";
import type { Tariff, UnbookedPayout } from "#server/reconciliation/proof/proof-inputs.ts";

/** A line or payment that may explain a gap. Times in ms. */
export interface Subject {
	id: string;
	type: string;
	amount: AmountMinor;
	/** Null for a payment: only a line has a known fee. */
	fee: AmountMinor | null;
	at: number;
}

export interface DecidedLine extends Subject {
	/** The amount of the payment to which people matched the line; null when they said that the balance lacks the line. */
	paid: AmountMinor | null;
}

export interface Clues {
	discrepancies: readonly Discrepancy[];
	/** Lines and payments of the discrepancies, and lines that people explained. */
	subjects: ReadonlyMap<string, Subject>;
	/** Lines that people explained, which the balance may not contain yet. */
	explainedIds: readonly string[];
	decided: readonly DecidedLine[];
	unbooked: readonly UnbookedPayout[];
	tariff: Tariff;
}

/** Two neighbouring readings that disagree: the gap arose after `from` and up to `until`. */
export interface Disagreement {
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

const MOST_PARTS = 4;
// The service may book a payment up to this long before or after our time for it, and a reading may lie between the two.
const NEAR_MS = 300_000;
const OUTSIDE_MS = 86_400_000;

/** Returns the parts nearest to the gap, nearest first; when some equal the gap, only those. */
export function explainGap(pair: Disagreement, clues: Clues, rule: FeeRule): ExplanationPart[] {
	const away = ({ amount }: Part) => (amount > pair.gap ? amount - pair.gap : pair.gap - amount);
	const parts = [...exceptionParts(pair, clues, rule), ...unbookedParts(pair, clues, rule)];
	// A subject keeps its first part, which has the usual fee, unless a later part equals the gap.
	const bySubject = new Map<string, Part>();
	for (const one of parts) {
		if (!bySubject.has(one.subject) || one.amount === pair.gap) bySubject.set(one.subject, one);
	}
	const ordered = [...bySubject.values()].sort((a, b) => Number(away(a) - away(b)));
	const exact = ordered.filter(({ amount }) => amount === pair.gap);
	return (exact.length > 0 ? exact : ordered).slice(0, MOST_PARTS).map(shown);
}

/** True when one of the decided lines, or all of them together, accounts for the gap exactly. */
export function isDecided(
	{ from, until, gap }: Disagreement,
	{ decided }: Pick<Clues, "decided">,
	rule: FeeRule,
): boolean {
	const effects = decided
		.filter(({ at }) => at > from && at <= until)
		.map(({ type, amount, fee, paid }) => {
			const listed = effectOf(rule, type, amount, fee ?? 0n);
			return paid === null ? -listed : effectOf(rule, type, paid, fee ?? 0n) - listed;
		});
	return effects.includes(gap) || (gap !== 0n && effects.reduce((sum, effect) => sum + effect, 0n) === gap);
}

function exceptionParts({ from, until }: Disagreement, clues: Clues, rule: FeeRule): Part[] {
	const inside = ({ at }: Subject) => at > from && at <= until;
	const near = ({ at }: Subject) => at > from - NEAR_MS && at <= until + NEAR_MS;
	const around = ({ at }: Subject) => at > from - OUTSIDE_MS && at <= until + OUTSIDE_MS;
	const effect = (line: Subject) => effectOf(rule, line.type, line.amount, line.fee ?? 0n);
	const known = (ids: readonly string[]) => ids.flatMap((id) => clues.subjects.get(id) ?? []);
	const alone = clues.explainedIds.flatMap((id) => clues.subjects.get(id) ?? []).filter(inside);
	const parts = alone.map((line) => part("foreign", -effect(line), line.id, [line.id], []));
	for (const { kind, lineIds, paymentIds } of clues.discrepancies) {
		const [lines, payments] = [known(lineIds), known(paymentIds)];
		const name = paymentIds[0] ?? lineIds[0] ?? "";
		const add = (amount: AmountMinor, fee: AmountMinor | null = null) =>
			parts.push({ ...part(kind, amount, name, lineIds, paymentIds), fee });
		// The balance does not contain the line.
		if (kind === "foreign" || kind === "doubled") for (const line of lines.filter(inside)) add(-effect(line));
		// The line is dated outside the readings between which the balance moved.
		for (const line of kind === "foreign" ? lines.filter((one) => !inside(one) && around(one)) : []) {
			parts.push(part("outside", effect(line), name, lineIds, paymentIds));
		}
		for (const payment of payments.filter(near)) {
			for (const fee of new Set([clues.tariff(payment.type, payment.amount), 0n])) {
				const owed = effectOf(rule, payment.type, payment.amount, fee);
				if (kind === "missing") add(owed, fee);
				// The balance moved by the payment's amount, but its line shows another.
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

/** Returns payouts without a line that left within the gap and ended later or not yet, or that ended within it, in whatever state. */
function unbookedParts({ from, until }: Disagreement, { unbooked, tariff }: Clues, rule: FeeRule): Part[] {
	return unbooked.flatMap(({ paymentId, type, amount, fee, from: sent, until: ended }) => {
		if (fee !== null) return [];
		return [...new Set([tariff(type, amount), 0n])].flatMap((presumed) => {
			const effect = effectOf(rule, type, amount, presumed);
			const made = (kind: "held" | "released", sum: AmountMinor): Part[] => [
				{ ...part(kind, sum, `unbooked ${paymentId}`, [], [paymentId]), fee: presumed },
			];
			const isTaken = sent > from - NEAR_MS && sent <= until && ended > until;
			const isBack = ended > from - NEAR_MS && ended <= until && sent <= from;
			return [...(isTaken ? made("held", effect) : []), ...(isBack ? made("released", -effect) : [])];
		});
	});
}

function shown({ kind, amount, lineIds, paymentIds, fee }: Part): ExplanationPart {
	return { kind, amount: toDecimal(amount), lineIds, paymentIds, fee: fee === null ? null : toDecimal(fee) };
}

/** What is left over, told as people would: which line without a payment and which payment without a line belong together. Pure. */
import type { FindingKind } from "#lib/contracts/reconciliation.ts";
import { movementDirection } from "#lib/movements.ts";
import { type Sliced, sortInSlices } from "#lib/slices.ts";
import { type PairRule, pairAlike } from "#server/reconciliation/pair-alike.ts";

/** Times in ms. */
export interface OddLine {
	id: string;
	type: string;
	amount: string;
	at: number;
	groupId: string | null;
	/** A line of the same facts, minutes away, that has its payment. */
	twinId: string | null;
}

export interface OddPayment {
	id: string;
	type: string;
	amount: string;
	expectedAt: number;
	from: number;
	to: number;
	groupId: string | null;
	/** People still have to say how it ended: a line may be its own, and its absence is no finding. */
	open: boolean;
}

export interface Oddity {
	id: string;
	kind: FindingKind;
	alarm: boolean;
	at: number;
	lineIds: string[];
	paymentIds: string[];
	likeIds: string[];
}

// Assumption: a line may be booked days after its payment; after a week nobody would call it the same without being told.
const LATE_MS = 7 * 86_400_000;
const EARLY_MS = 86_400_000;
/** Another amount is the same payment only if the service dates both to the same moment. */
export const SAME_MOMENT_MS = 120_000;

/** Payments of which one has no line: one alone, or some that nobody can tell apart, with the lines that are there. */
interface Short {
	payments: OddPayment[];
	lines: OddLine[];
}

/** Newest first. Pairs are named only where each is the other's one possibility. */
export function* pairOddities(lines: readonly OddLine[], payments: readonly OddPayment[]): Sliced<Oddity[]> {
	const groups = groupsOf(lines, payments);
	yield lines.length + payments.length;
	const found: Oddity[] = [];
	for (const group of groups) {
		if (group.payments.length - group.lines.length !== 1) found.push(nameGroup(group));
		yield group.payments.length + group.lines.length;
	}
	let short: Short[] = groups.filter(({ lines: has, payments: owed }) => owed.length - has.length === 1);
	for (const payment of payments) if (isAlone(payment)) short.push({ payments: [payment], lines: [] });
	let free = lines.filter(isAlone);
	for (const [kind, rule] of [
		["late", LATE],
		["wrong_amount", OTHER_AMOUNT],
	] as const) {
		const pairs = yield* pairAlike(short, free, rule);
		for (const [one, line] of pairs) {
			found.push({ ...base(kind, [line, ...one.lines], one.payments), alarm: false });
		}
		const [taken, done] = [new Set(pairs.map(([, line]) => line)), new Set(pairs.map(([one]) => one))];
		free = free.filter((line) => !taken.has(line));
		short = short.filter((one) => !done.has(one));
		yield pairs.length;
	}
	for (const one of short) {
		if (one.payments.some(({ open }) => !open)) found.push(base("missing", one.lines, one.payments));
		yield 1;
	}
	for (const line of free) {
		found.push(base(line.twinId === null ? "foreign" : "doubled", [line], []));
		yield 1;
	}
	return yield* sortInSlices(found, (a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}

function isAlone({ groupId }: { groupId: string | null }): boolean {
	return groupId === null;
}

function groupsOf(lines: readonly OddLine[], payments: readonly OddPayment[]): Short[] {
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

function nameGroup({ lines, payments }: Short): Oddity {
	return base(lines.length > payments.length ? "doubled" : "missing", lines, payments);
}

function base(kind: FindingKind, lines: readonly OddLine[], payments: readonly OddPayment[]): Oddity {
	const lineIds = lines.map(({ id }) => id);
	const paymentIds = payments.map(({ id }) => id);
	const times = [...lines.map(({ at }) => at), ...payments.map(({ expectedAt }) => expectedAt)];
	const newest = times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
	return {
		id: [...lineIds.map((id) => `line-${id}`), ...paymentIds].join("."),
		kind,
		// Money that left and that nobody here sent: what has a payment beside it is another question.
		alarm: (kind === "foreign" || kind === "doubled") && lines.some(({ type }) => movementDirection(type) === "out"),
		at: newest,
		lineIds,
		paymentIds,
		likeIds: lines.flatMap(({ twinId }) => (twinId === null ? [] : [twinId])),
	};
}

function sameKey({ type, amount }: { type: string; amount: string }): string {
	return `${amount} ${type}`;
}

/** Of the same facts, a week late at most. */
const LATE: PairRule<Short, OddLine> = {
	keyOf: sameKey,
	reachesOf: ({ payments }) =>
		payments.map((payment) => ({ key: sameKey(payment), from: payment.from - EARLY_MS, to: payment.to + LATE_MS })),
	timeOf,
};

const OTHER_AMOUNT: PairRule<Short, OddLine> = {
	keyOf: ({ type }) => type,
	reachesOf: ({ payments }) =>
		payments.map(({ type, expectedAt: at }) => ({ key: type, from: at - SAME_MOMENT_MS, to: at + SAME_MOMENT_MS })),
	timeOf,
};

function timeOf({ payments }: Short): number {
	return payments.reduce((least, { expectedAt }) => Math.min(least, expectedAt), Number.POSITIVE_INFINITY);
}

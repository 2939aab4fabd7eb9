/** What is left over, told as people would: which line without a payment and which payment without a line belong together. Pure. */
import type { FindingKind } from "#lib/contracts/reconciliation.ts";
import { movementDirection } from "#lib/movements.ts";

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

// A line may be booked days after the payment; after a week nobody would call it the same without being told.
const LATE_MS = 7 * 86_400_000;
const EARLY_MS = 86_400_000;
// Another amount is the same payment only if the service dates both to the same moment.
const SAME_MOMENT_MS = 120_000;

/** Newest first. Pairs are named only where each is the other's one possibility. */
export function pairOddities(lines: readonly OddLine[], payments: readonly OddPayment[]): Oddity[] {
	const found: Oddity[] = nameGroups(lines, payments);
	const free = { lines: lines.filter(isAlone), payments: payments.filter(isAlone) };
	for (const [kind, belongs] of [
		["late", isLate],
		["wrong_amount", isOtherAmount],
	] as const) {
		for (const [payment, line] of pairsOf(free.payments, free.lines, belongs)) {
			found.push({ ...base(kind, [line], [payment]), alarm: false });
			free.lines = free.lines.filter((one) => one !== line);
			free.payments = free.payments.filter((one) => one !== payment);
		}
	}
	for (const payment of free.payments) found.push(base("missing", [], [payment]));
	for (const line of free.lines) found.push(base(line.twinId === null ? "foreign" : "doubled", [line], []));
	return found.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
}

function isAlone({ groupId }: { groupId: string | null }): boolean {
	return groupId === null;
}

function nameGroups(lines: readonly OddLine[], payments: readonly OddPayment[]): Oddity[] {
	const groups = new Map<string, { lines: OddLine[]; payments: OddPayment[] }>();
	const groupOf = (id: string) => {
		const group = groups.get(id) ?? { lines: [], payments: [] };
		groups.set(id, group);
		return group;
	};
	for (const line of lines) if (line.groupId !== null) groupOf(line.groupId).lines.push(line);
	for (const payment of payments) if (payment.groupId !== null) groupOf(payment.groupId).payments.push(payment);
	return [...groups.values()].map((group) => {
		const kind = group.lines.length > group.payments.length ? "doubled" : "missing";
		return base(kind, group.lines, group.payments);
	});
}

function base(kind: FindingKind, lines: readonly OddLine[], payments: readonly OddPayment[]): Oddity {
	const lineIds = lines.map(({ id }) => id);
	const paymentIds = payments.map(({ id }) => id);
	const times = [...lines.map(({ at }) => at), ...payments.map(({ expectedAt }) => expectedAt)];
	return {
		id: [...lineIds.map((id) => `line-${id}`), ...paymentIds].join("."),
		kind,
		// Money that left and that nobody here sent: what has a payment beside it is another question.
		alarm: (kind === "foreign" || kind === "doubled") && lines.some(({ type }) => movementDirection(type) === "out"),
		at: Math.max(...times),
		lineIds,
		paymentIds,
		likeIds: lines.flatMap(({ twinId }) => (twinId === null ? [] : [twinId])),
	};
}

function isLate(payment: OddPayment, line: OddLine): boolean {
	if (payment.type !== line.type || payment.amount !== line.amount) return false;
	return line.at >= payment.from - EARLY_MS && line.at <= payment.to + LATE_MS;
}

function isOtherAmount(payment: OddPayment, line: OddLine): boolean {
	return payment.type === line.type && Math.abs(line.at - payment.expectedAt) <= SAME_MOMENT_MS;
}

/** Where both have no other choice. */
function pairsOf(
	payments: readonly OddPayment[],
	lines: readonly OddLine[],
	belongs: (payment: OddPayment, line: OddLine) => boolean,
): [OddPayment, OddLine][] {
	const rivals = new Map<OddLine, number>();
	const choices = payments.map((payment) => {
		const fitting = lines.filter((line) => belongs(payment, line));
		for (const line of fitting) rivals.set(line, (rivals.get(line) ?? 0) + 1);
		return { payment, fitting };
	});
	return choices.flatMap(({ payment, fitting }): [OddPayment, OddLine][] => {
		const [line] = fitting;
		return line && fitting.length === 1 && rivals.get(line) === 1 ? [[payment, line]] : [];
	});
}

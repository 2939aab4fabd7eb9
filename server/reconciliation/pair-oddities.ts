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
// Another amount is the same payment only if the service dates both to the same moment.
const SAME_MOMENT_MS = 120_000;

/** Payments of which one has no line: one alone, or some that nobody can tell apart, with the lines that are there. */
interface Short {
	payments: OddPayment[];
	lines: OddLine[];
}

/** Newest first. Pairs are named only where each is the other's one possibility. */
export function pairOddities(lines: readonly OddLine[], payments: readonly OddPayment[]): Oddity[] {
	const groups = groupsOf(lines, payments);
	const found = groups.filter(({ lines: has, payments: owed }) => owed.length - has.length !== 1).map(nameGroup);
	let short: Short[] = groups.filter(({ lines: has, payments: owed }) => owed.length - has.length === 1);
	short.push(...payments.filter(isAlone).map((payment) => ({ payments: [payment], lines: [] })));
	let free = lines.filter(isAlone);
	for (const [kind, belongs] of [
		["late", isLate],
		["wrong_amount", isOtherAmount],
	] as const) {
		const pairs = pairsOf(short, free, belongs);
		for (const [one, line] of pairs) {
			found.push({ ...base(kind, [line, ...one.lines], one.payments), alarm: false });
		}
		const [taken, done] = [new Set(pairs.map(([, line]) => line)), new Set(pairs.map(([one]) => one))];
		free = free.filter((line) => !taken.has(line));
		short = short.filter((one) => !done.has(one));
	}
	const owed = short.filter(({ payments: of }) => of.some(({ open }) => !open));
	found.push(...owed.map((one) => base("missing", one.lines, one.payments)));
	for (const line of free) found.push(base(line.twinId === null ? "foreign" : "doubled", [line], []));
	return found.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
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

function isLate({ payments }: Short, line: OddLine): boolean {
	return payments.some(({ type, amount, from, to }) => {
		if (type !== line.type || amount !== line.amount) return false;
		return line.at >= from - EARLY_MS && line.at <= to + LATE_MS;
	});
}

function isOtherAmount({ payments }: Short, line: OddLine): boolean {
	return payments.some(
		({ type, expectedAt }) => type === line.type && Math.abs(line.at - expectedAt) <= SAME_MOMENT_MS,
	);
}

/** Where both have no other choice; and where as many as there are fit one another, in the order of time. */
function pairsOf(
	short: readonly Short[],
	lines: readonly OddLine[],
	belongs: (one: Short, line: OddLine) => boolean,
): [Short, OddLine][] {
	const choices = short.map((one) => ({ one, fitting: lines.filter((line) => belongs(one, line)) }));
	const rivals = new Map<OddLine, Short[]>();
	for (const { one, fitting } of choices) {
		for (const line of fitting) rivals.set(line, [...(rivals.get(line) ?? []), one]);
	}
	return choices.flatMap(({ one, fitting }): [Short, OddLine][] => {
		const [first] = fitting;
		const others = first ? (rivals.get(first) ?? []) : [];
		if (others.length !== fitting.length) return [];
		// All of them have the same choices: none could be another's.
		const isClosed = fitting.every((line) => sameList(rivals.get(line) ?? [], others));
		const areEqual = choices.every((choice) => !others.includes(choice.one) || sameList(choice.fitting, fitting));
		if (!isClosed || !areEqual) return [];
		const place = others.toSorted((a, b) => timeOf(a) - timeOf(b)).indexOf(one);
		const line = fitting.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))[place];
		return line ? [[one, line]] : [];
	});
}

function sameList<T>(one: readonly T[], other: readonly T[]): boolean {
	return one.length === other.length && one.every((item) => other.includes(item));
}

function timeOf({ payments }: Short): number {
	return Math.min(...payments.map(({ expectedAt }) => expectedAt));
}

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ExceptionKind } from "#lib/contracts/reconciliation.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import {
	type Discrepancy,
	pairDiscrepancies,
	type UnmatchedLine,
	type UnmatchedPayment,
} from "#server/reconciliation/matching/pair-discrepancies.ts";
import { HOUR, line, MINUTE, payment } from "#tests/support/wallet/unmatched.ts";

const DAY = 24 * HOUR;

describe("many payments that are alike", () => {
	test("two hundred equal payouts whose lines are two hours late are paired by a few looks at each line", () => {
		let looks = 0;
		const watched = (one: UnmatchedLine): UnmatchedLine =>
			Object.defineProperty({ ...one }, "at", {
				enumerable: true,
				get() {
					looks += 1;
					return one.at;
				},
			});
		const places = Array.from({ length: 200 }, (_, place) => place);
		const lines = places.map((place) => watched(line(`m${place}`, place * MINUTE + 2 * HOUR)));
		const payments = places.map((place) => payment(`p${place}`, place * MINUTE));
		const found = pairDiscrepancies(lines, payments);
		expect(found.map(({ kind }) => kind)).toEqual(places.map(() => "late"));
		expect(found.every(({ lineIds, paymentIds }) => lineIds[0]?.slice(1) === paymentIds[0]?.slice(1))).toBe(true);
		expect(looks).toBeLessThan(100 * places.length);
	});
});

describe("for any lines and payments", () => {
	const types = fc.constantFrom("withdrawal", "deposit");
	const amounts = fc.constantFrom("5000.00", "7000.00");
	const groups = fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom("g", "h"));
	// Few different moments, within reach of one another and out of it, and some of them the same.
	const times = fc.oneof(
		fc.integer({ min: 0, max: 40 }).map((place) => place * MINUTE),
		fc.integer({ min: 0, max: 30 }).map((place) => place * DAY),
	);
	const lines = fc
		.array(fc.record({ type: types, amount: amounts, at: times, groupId: groups }), { maxLength: 40 })
		.map((all) => all.map(({ at, ...facts }, place) => line(`m${String(place).padStart(2, "0")}`, at, facts)));
	const payments = fc
		.array(fc.record({ type: types, amount: amounts, at: times, groupId: groups, open: fc.boolean() }), {
			maxLength: 40,
		})
		.map((all) => all.map(({ at, ...facts }, place) => payment(`p${String(place).padStart(2, "0")}`, at, facts)));

	test("the pairs are those that looking at every payment beside every line finds", () => {
		fc.assert(
			fc.property(lines, payments, (seen, owed) => {
				expect(pairDiscrepancies(seen, owed)).toEqual(pairByLooking(seen, owed));
			}),
			{ numRuns: 3_000 },
		);
	});

	test("equal numbers of equal ones, too, in any order in which they are given", () => {
		const equal = fc.tuple(
			fc.integer({ min: 1, max: 12 }),
			fc.array(times, { minLength: 24, maxLength: 24 }),
			fc.nat(),
		);
		fc.assert(
			fc.property(equal, ([many, moments, turn]) => {
				const place = (index: number) => (index + turn) % many;
				const owed = Array.from({ length: many }, (_, index) =>
					payment(`p${place(index)}`, moments[place(index)] ?? 0),
				);
				const seen = Array.from({ length: many }, (_, index) => line(`m${index}`, moments[12 + index] ?? 0));
				expect(pairDiscrepancies(seen, owed)).toEqual(pairByLooking(seen, owed));
			}),
			{ numRuns: 2_000 },
		);
	});
});

const LATE_MS = 7 * DAY;
const EARLY_MS = DAY;
const SAME_MOMENT_MS = 120_000;

/** Payments of which one has no line: one alone, or some that nobody can tell apart, with the lines that are there. */
interface Short {
	payments: UnmatchedPayment[];
	lines: UnmatchedLine[];
}

/** As it was told first: each payment beside each line, with the time that this takes. */
function pairByLooking(lines: readonly UnmatchedLine[], payments: readonly UnmatchedPayment[]): Discrepancy[] {
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

function nameGroup({ lines, payments }: Short): Discrepancy {
	return base(lines.length > payments.length ? "doubled" : "missing", lines, payments);
}

function base(
	kind: ExceptionKind,
	lines: readonly UnmatchedLine[],
	payments: readonly UnmatchedPayment[],
): Discrepancy {
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
		endedIds: [],
	};
}

function isLate({ payments }: Short, line: UnmatchedLine): boolean {
	return payments.some(({ type, amount, from, to }) => {
		if (type !== line.type || amount !== line.amount) return false;
		return line.at >= from - EARLY_MS && line.at <= to + LATE_MS;
	});
}

function isOtherAmount({ payments }: Short, line: UnmatchedLine): boolean {
	return payments.some(
		({ type, expectedAt }) => type === line.type && Math.abs(line.at - expectedAt) <= SAME_MOMENT_MS,
	);
}

/** Pairs of which both have no other choice; then those of equal numbers that fit one another, in the order of time. */
function pairsOf(
	short: readonly Short[],
	lines: readonly UnmatchedLine[],
	belongs: (one: Short, line: UnmatchedLine) => boolean,
): [Short, UnmatchedLine][] {
	const choices = short.map((one) => ({ one, fitting: lines.filter((line) => belongs(one, line)) }));
	const rivals = new Map<UnmatchedLine, Short[]>();
	for (const { one, fitting } of choices) {
		for (const line of fitting) rivals.set(line, [...(rivals.get(line) ?? []), one]);
	}
	return choices.flatMap(({ one, fitting }): [Short, UnmatchedLine][] => {
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

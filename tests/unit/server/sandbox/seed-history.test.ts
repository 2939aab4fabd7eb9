import { describe, expect, test } from "vitest";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { minorOf } from "#lib/money.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import type { SeedTransaction } from "#server/sandbox/seed/draft.ts";
import { makeSeedHistory } from "#server/sandbox/seed-history.ts";

const NOW = new Date("2026-11-21T09:41:00.000Z");
const history = makeSeedHistory({ now: NOW, seed: 1 });

function of(currency: string): SeedTransaction[] {
	return history.transactions.filter((transaction) => transaction.currency === currency);
}

describe("makeSeedHistory", () => {
	test("gives the same history for the same seed, and another for another", () => {
		expect(makeSeedHistory({ now: NOW, seed: 1 })).toEqual(history);
		expect(makeSeedHistory({ now: NOW, seed: 2 }).transactions).not.toEqual(history.transactions);
	});

	test.each([
		["XOF", 2_900, 3_100],
		["XAF", 750, 850],
	])("has about the promised movements in %s", (currency, least, most) => {
		const movements = of(currency).filter((transaction) => transaction.status === "success").length;
		expect(movements).toBeGreaterThanOrEqual(least);
		expect(movements).toBeLessThanOrEqual(most);
	});

	test("holds deposits in every status and payouts that are pending, paid and failed", () => {
		const statuses = (type: string) =>
			[...new Set(history.transactions.filter((one) => one.kind === type).map((one) => one.status))].sort();
		expect(statuses("deposit")).toEqual(["expired", "failed", "pending", "success"]);
		expect(statuses("withdrawal")).toEqual(["failed", "pending", "success"]);
	});

	test("spans several countries and operators, with numbers that fit them", () => {
		expect(new Set(history.transactions.map((one) => one.country)).size).toBeGreaterThanOrEqual(7);
		expect(new Set(history.transactions.map((one) => one.operator)).size).toBeGreaterThanOrEqual(12);
		for (const one of history.transactions) {
			const operator = DEFAULT_OPERATORS.find((candidate) => candidate.code === one.operator);
			expect(operator?.country).toBe(one.country);
			expect(operator?.currency).toBe(one.currency);
			expect(parsePhone(one.phone_number, null)).toEqual({ e164: one.phone_number, country: one.country });
		}
	});

	test("names every transaction once, in the shapes of the service", () => {
		const references = history.transactions.map((one) => one.reference);
		expect(new Set(references).size).toBe(references.length);
		expect(new Set(history.transactions.map((one) => one.opaque_id)).size).toBe(references.length);
		for (const one of history.transactions)
			expect(one.reference).toMatch(
				one.kind === "deposit" ? /^DP-[A-Z]{2}-[A-Z]{3}-\d{8}-\d{6}$/ : /^TX-\d{8}-[0-9A-Z]{8}$/,
			);
	});

	test("never lets a wallet fall below zero at any moment", () => {
		for (const currency of ["XOF", "XAF"]) {
			const changes = of(currency)
				.flatMap(changesOf)
				.sort((one, other) => one.at - other.at);
			let sum = 0n;
			for (const change of changes) {
				sum += change.minor;
				expect(sum).toBeGreaterThanOrEqual(0n);
			}
		}
	});

	test("tells each history in the order of time, begun with pending and ended with the status", () => {
		for (const one of history.transactions) {
			const times = one.history.map((entry) => entry.at.getTime());
			expect(times).toEqual(times.toSorted((first, second) => first - second));
			expect(one.history[0]?.status).toBe("pending");
			expect(one.history.at(-1)?.status).toBe(one.status);
			expect(one.processed_at === null).toBe(one.status === "pending");
			expect((one.processed_at ?? one.created_at).getTime()).toBeLessThanOrEqual(NOW.getTime());
		}
	});

	test("has the rhythm of a business: busy Fridays, quiet Sundays and nights, salaries on the last working day", () => {
		const onDay = (day: number) => history.transactions.filter((one) => one.created_at.getUTCDay() === day).length;
		expect(onDay(5)).toBeGreaterThan(onDay(0) * 4);
		const atNight = history.transactions.filter((one) => one.created_at.getUTCHours() < 6).length;
		expect(atNight).toBeLessThan(history.transactions.length / 100);
		const paydays = new Set(
			history.transactions
				.filter((one) => one.purpose.kind === "salary")
				.map((one) => one.created_at.toISOString().slice(0, 10)),
		);
		expect([...paydays].sort()).toEqual(["2026-08-31", "2026-09-30", "2026-10-30"]);
	});

	test.each(["2026-01-01T00:00:00.000Z", "2026-02-28T23:59:59.000Z", "2027-03-31T05:00:00.000Z"])(
		"has a whole month of business, whatever the moment of the year (%s)",
		(now) => {
			const made = makeSeedHistory({ now: new Date(now), days: 30, seed: 7 });
			expect(made.transactions.length).toBeGreaterThan(1_000);
		},
	);
});

function changesOf(one: SeedTransaction): { at: number; minor: bigint }[] {
	const processed = one.processed_at?.getTime() ?? 0;
	if (one.kind === "deposit")
		return one.status === "success" ? [{ at: processed, minor: minorOf(one.amount) - minorOf(one.fee) }] : [];
	const total = minorOf(one.amount) + minorOf(one.fee);
	const reserved = { at: one.created_at.getTime(), minor: -total };
	return one.status === "failed" ? [reserved, { at: processed, minor: total }] : [reserved];
}

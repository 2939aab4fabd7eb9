import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf } from "#lib/dates.ts";
import { minorOf, parseDecimal, toDecimal } from "#lib/money.ts";
import { movementEffect } from "#lib/movements/movements.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { mirroredWallet } from "#tests/support/wallet/mirrored-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const currency = "XOF";
const viewer = await addMember(database, "viewer");
const mirrored = (lines: WireMovement[], environment?: Record<string, string>) =>
	mirroredWallet({ database, viewer }, lines, environment);

/** Filters under which the daily sums are not used. */
const COUNTED = ["minAmount", "maxAmount", "name", "purpose"];

function sumOf<Field extends string>(rows: readonly Record<Field, string>[], field: Field): string {
	return toDecimal(rows.reduce((sum, row) => sum + (parseDecimal(row[field]) ?? 0n), 0n));
}

const netOf = ({ type, amount, fee }: { type: string; amount: string; fee: string }) =>
	movementEffect(type, minorOf(amount), minorOf(fee)) ?? 0n;

const anyFilter = fc.record(
	{
		type: fc.constantFrom("deposit", "withdrawal", "chargeback"),
		from: fc.constantFrom("2026-03-26", "2026-03-28", "2026-03-29", "2026-03-30"),
		to: fc.constantFrom("2026-03-27", "2026-03-29", "2026-03-30", "2026-04-01"),
		minAmount: fc.constantFrom("0", "1.01", "2"),
		maxAmount: fc.constantFrom("2", "3.5", "1000000"),
	},
	{ requiredKeys: [] },
);

// Clocks change at midnight, at one and at two: days of 23 and of 25 hours.
test.each(["Africa/Abidjan", "Asia/Beirut", "Atlantic/Azores", "Europe/Paris", "America/Havana"])(
	"sums of any filter are those of its rows, also where the sums of days are asked (%s)",
	async (timeZone) => {
		const lines = Array.from({ length: 360 }, (_, n) =>
			wireMovement({
				movement_type: n % 7 === 0 ? "chargeback" : n % 2 === 0 ? "deposit" : "withdrawal",
				amount: `${1 + (n % 4)}.0${n % 10}`,
				fee_amount: `0.${10 + (n % 90)}`,
				created_at: new Date(Date.parse("2026-03-26T20:00:00Z") + n * 17 * 60_000).toISOString(),
			}),
		);
		const { list, sums, service, system } = await mirrored(lines, { TIME_ZONE: timeZone });
		// Some lines come, go and come back; the sums of days follow.
		for (const now of [lines.slice(0, 340), [...lines.slice(20, 300), ...lines.slice(310), ...lines.slice(50, 60)]]) {
			service.lines = now;
			await syncMovements(system, { currency });
			await fc.assert(
				fc.asyncProperty(anyFilter, async (filter) => {
					fc.pre(!filter.from || !filter.to || filter.from <= filter.to);
					const { items } = await list({ ...filter, limit: 400 });
					const standing = items.filter(({ withdrawnAt }) => withdrawnAt === null);
					const ofType = Object.entries(Object.groupBy(standing, ({ type }) => type)).sort();
					const { trend, ...rest } = await sums(filter);
					expect(rest).toEqual({
						total: standing.length,
						withdrawn: items.length - standing.length,
						totals: ofType.map(([type, of = []]) => ({
							...{ type, count: of.length },
							amount: sumOf(of, "amount"),
							fee: sumOf(of, "fee"),
						})),
						net: toDecimal(standing.reduce((sum, line) => sum + netOf(line), 0n)),
						unsigned: ofType.flatMap(([type]) => (type === "chargeback" ? [type] : [])),
						isAtLeast: false,
					});
					const days = standing.map((line) => dayOf(new Date(line.createdAt), timeZone)).sort();
					if (trend) expect([trend.unit, trend.from, trend.to]).toEqual(["day", days[0], days.at(-1)]);
					else expect(new Set(days).size < 2 || Object.keys(filter).some((part) => COUNTED.includes(part))).toBe(true);
				}),
				{ numRuns: 40 },
			);
		}
	},
);

test("sums of amounts are counted up to a bound that says so, and to the end when they are wanted whole", async () => {
	const lines = Array.from({ length: 20_010 }, (_, n) =>
		wireMovement({ amount: n < 20_000 ? `${1 + (n % 5)}.00` : "9.00", fee_amount: "1.00" }),
	);
	const { sums } = await mirrored(lines);
	expect(await sums({ maxAmount: "5" })).toMatchObject({ total: 20_000, isAtLeast: false });
	const bounded = await sums({ minAmount: "1" });
	expect(bounded).toMatchObject({ total: 20_000, isAtLeast: true });
	expect(await sums({ minAmount: "1", whole: "yes" })).toMatchObject({ total: 20_010, isAtLeast: false });
	expect(await sums({})).toMatchObject({ total: 20_010, isAtLeast: false });
	expect(await sums({ minAmount: "5" })).toMatchObject({ total: 4_010, isAtLeast: false });
});

test("where the time zone has changed, sums are those of its own days before the next sync and after it", async () => {
	const lines = Array.from({ length: 48 }, (_, hour) =>
		wireMovement({ created_at: new Date(Date.UTC(2026, 2, 4, hour)).toISOString() }),
	);
	const { system } = await mirrored(lines, { TIME_ZONE: "Africa/Abidjan" });
	const moved = { ...system, config: { ...system.config, timeZone: "Pacific/Auckland" } };
	const sums = () => sumMovements(contextFor(moved, viewer), { currency, from: "2026-03-04", to: "2026-03-04" });
	expect(await sums()).toMatchObject({ total: 11 });
	await syncMovements(moved, { currency });
	expect(await sums()).toMatchObject({ total: 11 });
});

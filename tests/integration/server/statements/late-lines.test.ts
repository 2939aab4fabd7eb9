import { describe, expect, test } from "vitest";
import type { Statement } from "#lib/contracts/statement.ts";
import { minorOf } from "#lib/money.ts";
import { exportStatement } from "#server/statements/export-statement.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { readCsv } from "#tests/support/files/read-file.ts";
import { APRIL, figuresOf, MARCH, openMonth } from "#tests/support/wallet/open-month.ts";
import { BEGIN, CURRENCY, DAY, HOUR, MINUTE } from "#tests/support/wallet/reconciled-wallet.ts";

const MAY = { from: "2026-05-01", to: "2026-05-31" };

/** Closing less opening, less everything that is named. */
function rest(of: Statement): bigint {
	const named = [of.in, `-${of.out}`, `-${of.fees}`, of.adjustments, of.unexplained, of.opening.amount ?? ""];
	return minorOf(of.closing.amount ?? "") - named.reduce((sum, part) => sum + minorOf(part.replace("--", "")), 0n);
}

describe("after a month was closed", () => {
	test("a line that came late is listed in the next month, which still opens with what was closed, and booked in its journal; one that went is booked back", async () => {
		const { read, close, lateLine, look, reconcile, viewer, pool } = await openMonth();
		await close();
		const closed = figuresOf(await read());
		const id = await lateLine({ amount: "300.00" });
		await look("95250.00", BEGIN + 33 * DAY + HOUR);
		await reconcile();
		expect(figuresOf(await read())).toEqual(closed);
		const april = await read(APRIL);
		expect(april.late).toMatchObject([{ id, month: "2026-03", reason: "came", counted: true, effect: "300.00" }]);
		expect(april.opening).toEqual(closed.closing);
		expect(april.count).toBe(0);
		expect(rest(april)).toBe(0n);
		const both = await read({ from: MARCH.from, to: APRIL.to });
		expect(both).toMatchObject({ in: "0.00", out: "5000.00", count: 1 });
		expect(rest(both)).toBe(0n);
		const journal = async (period: typeof APRIL) => {
			const asked = { ...period, currency: CURRENCY, format: "journal" } as const;
			const [, ...rows] = await readCsv((await exportStatement(viewer, asked, exportLabels)).chunks);
			return rows.map((row) => row.slice(1, 7));
		};
		const booked = await journal(MARCH);
		const label = "Deposit · Arrived after March 2026 was closed";
		const day = expect.stringMatching(/^2026-04-/);
		expect(await journal(APRIL)).toEqual([
			[day, `M${id}`, "552", label, "300", "0"],
			[day, `M${id}`, "471", label, "0", "300"],
		]);
		expect(await journal(MARCH)).toEqual(booked);
		await pool.query("update movement set withdrawn_at = now() where amount = 5000");
		await reconcile();
		expect((await journal(APRIL)).slice(0, 3).map(([, , account, , ...sums]) => [account, ...sums])).toEqual([
			["552", "5050", "0"],
			["631", "0", "50"],
			["471", "0", "5000"],
		]);
	});

	test("a late line that the closed balance had already explains its difference and counts nowhere else", async () => {
		const { read, close, lateLine } = await openMonth({ spent: -300 });
		await close({ reasons: [{ day: "2026-03-01", reason: "A deposit without its line" }] });
		await lateLine({ amount: "300.00", at: BEGIN + 2.5 * HOUR });
		const april = await read(APRIL);
		expect(april.late).toMatchObject([{ reason: "came", counted: false }]);
		expect(april).toMatchObject({ adjustments: "0.00", unexplained: "0.00" });
	});

	test("a late line is listed in the month in which it was noted, although an earlier one is still open, and stays there", async () => {
		const { read, close, decide, approver, admin, lateLine, look, reconcile, clock } = await openMonth();
		await close();
		for (let day = 33; day <= 61; day += 1) await look("94950.00", BEGIN + day * DAY + HOUR);
		clock.advance(30 * DAY);
		await reconcile();
		const april = figuresOf(await read(APRIL));
		await decide(approver, "propose", {
			month: "2026-04",
			reasons: april.openDays.map(({ day }) => ({ day, reason: "Not read" })),
		});
		const id = await lateLine({ amount: "300.00" });
		await look("95250.00", BEGIN + 63 * DAY + HOUR);
		await reconcile(2 * HOUR);
		const may = async () => {
			const statement = await read(MAY);
			expect(statement).toMatchObject({ unexplained: "0.00", late: [{ id, counted: true, effect: "300.00" }] });
			expect(rest(statement)).toBe(0n);
		};
		await may();
		await decide(admin, "confirm", { month: "2026-04", version: 1 });
		expect(await read(APRIL)).toMatchObject({ unexplained: "0.00", late: [] });
		await may();
	});

	test.each(["150.00", "450.00"])(
		"a later line of %s on that day counts, and the one that explained the difference still does not",
		async (amount) => {
			const { read, close, lateLine, line, reconcile, clock } = await openMonth({ spent: -300 });
			const at = BEGIN + 2.5 * HOUR;
			const counted = async () => (await read(APRIL)).late.map((late) => [late.amount, late.counted]);
			await close({ reasons: [{ day: "2026-03-01", reason: "A deposit without its line" }] });
			// Two lines of one list explain the difference together.
			await line({ amount: "150.00", fee: "0.00", at });
			await lateLine({ amount: "450.00", at });
			const first = await counted();
			expect(first).toEqual([
				["150.00", false],
				["450.00", false],
			]);
			clock.advance(DAY);
			await line({ type: "deposit", amount, fee: "0.00", at: at + MINUTE });
			await reconcile();
			expect(await counted()).toEqual([...first, [amount, true]]);
		},
	);

	test("a late line of a type without a sign is in no sum, and its file has its amount", async () => {
		const { read, close, line, reconcile, viewer } = await openMonth();
		await close();
		await line({ type: "adjustment", amount: "300.00", fee: "0.00", at: BEGIN + 5 * DAY });
		await reconcile();
		const april = await read(APRIL);
		expect(april).toMatchObject({ adjustments: "0.00", late: [{ counted: false, amount: "300.00", effect: "0.00" }] });
		const asked = { ...APRIL, currency: CURRENCY, format: "csv" } as const;
		const [head = [], ...rows] = await readCsv((await exportStatement(viewer, asked, exportLabels)).chunks);
		const late = rows.filter(([section]) => section === "Late lines of closed months");
		expect(late.map((row) => row[head.indexOf("Amount outside totals")])).toEqual(["300"]);
	});

	test("a late line of the hours after its day's reading counts once, where the next reading has it", async () => {
		const lateOn = async (facts: Parameters<typeof openMonth>[0], day: number) => {
			const { read, close, lateLine } = await openMonth(facts);
			await close({ reasons: (await read()).openDays.map((open) => ({ day: open.day, reason: "No line" })) });
			await lateLine({ amount: "300.00", at: BEGIN + (day - 1) * DAY + 6 * HOUR });
			const april = await read(APRIL);
			expect(rest(april)).toBe(0n);
			return april;
		};
		const parts = [{ kind: "after_reading", amount: "300.00" }];
		const [last, within, unread] = [
			await lateOn({ came: { amount: 300, before: 32 } }, 31),
			await lateOn({ came: { amount: 300, before: 16 } }, 15),
			await lateOn({ came: { amount: 300, before: 16 }, unread: [15] }, 15),
		];
		expect(last).toMatchObject({ unexplained: "0.00", late: [{ counted: false }], adjustmentParts: parts });
		for (const april of [within, unread])
			expect(april).toMatchObject({ unexplained: "0.00", late: [{ counted: false }], adjustmentParts: [] });
	});

	test.each([
		[31, 1, 1],
		[29, 1, 1],
		[31, 2, 2],
		[31, 2, 1],
	])(
		"a payout of day %i on its way for %i months, of which %i were closed, counts once when its line is listed with its old date, and makes no difference on any day",
		async (day, months, closings) => {
			const { read, close, decide, approver, admin, move, line, look, reconcile, pendingId } = await openMonth({
				pendingOn: day,
			});
			expect((await read()).closing).toMatchObject({ amount: "89900.00", onTheWay: "5050.00" });
			await close();
			for (let next = 33; months === 2 && next <= 61; next += 1) await look("89900.00", BEGIN + next * DAY + HOUR);
			await reconcile(months === 2 ? 30 * DAY : 4 * HOUR);
			if (closings === 2) {
				await decide(approver, "propose", { month: "2026-04" });
				await decide(admin, "confirm", { month: "2026-04", version: 1 });
			}
			const closed = [figuresOf(await read()), figuresOf(await read(APRIL))].slice(0, months);
			await move(`${pendingId}`, "succeeded");
			await line({ at: BEGIN + (day - 1) * DAY + 5 * HOUR + 2_000 });
			await look("89900.00", BEGIN + (months === 2 ? 63 : 33) * DAY + 5 * HOUR);
			await reconcile(2 * HOUR);
			const listing = await read(months === 2 ? MAY : APRIL);
			expect(listing.late).toMatchObject([{ amount: "5000.00", counted: true, effect: "-5050.00" }]);
			expect(listing.opening).toEqual(closed.at(-1)?.closing);
			const within = { from: `${listing.from.slice(0, 7)}-02`, to: `${listing.from.slice(0, 7)}-10` };
			for (const of of [listing, await read({ from: MARCH.from, to: listing.to }), await read(within)]) {
				expect(of.byDay.filter(({ unexplained }) => unexplained !== "0.00")).toEqual([]);
				expect([rest(of), of.closing.onTheWay]).toEqual([0n, "0.00"]);
			}
			expect([figuresOf(await read()), figuresOf(await read(APRIL))].slice(0, months)).toEqual(closed);
		},
	);

	test("the next month opens with what was closed and adds up, even if that balance is not known any more", async () => {
		const { read, close, look, line, lateLine, reconcile } = await openMonth({ unread: [31] });
		await close({ reasons: [{ day: "2026-03-31", reason: "Power cut" }] });
		await line({ type: "adjustment", amount: "100.00", fee: "0.00", at: BEGIN + 32 * DAY });
		await lateLine({ amount: "300.00", at: BEGIN + 30 * DAY });
		await look("95350.00", BEGIN + 33 * DAY + HOUR);
		await reconcile(2 * HOUR);
		const april = await read(APRIL);
		expect(april).toMatchObject({ opening: { amount: "94950.00" }, closing: { amount: "95350.00" } });
		expect(rest(april)).toBe(0n);
	});

	test("a late line that goes again once the month that listed it is closed too is taken back in the next one", async () => {
		const { read, close, decide, approver, admin, lateLine, viewer, pool, clock, look, reconcile } = await openMonth();
		await close();
		const id = await lateLine({ amount: "300.00" });
		for (let day = 33; day <= 61; day += 1) await look("95250.00", BEGIN + day * DAY + HOUR);
		clock.advance(30 * DAY);
		await reconcile();
		const reasons = (await read(APRIL)).openDays.map(({ day }) => ({ day, reason: "Listed late" }));
		await decide(approver, "propose", { month: "2026-04", reasons });
		await decide(admin, "confirm", { month: "2026-04", version: 1 });
		const listed = (await read(APRIL)).late;
		expect(listed).toMatchObject([{ id, effect: "300.00", counted: true }]);
		const again = async (withdrawn: "now()" | "null") => {
			await pool.query(`update movement set withdrawn_at = ${withdrawn} where id = ${id}`);
			await reconcile();
			expect((await read(APRIL)).late).toEqual(listed);
			return read(MAY);
		};
		const may = await again("now()");
		expect(may.late).toMatchObject([{ id, month: "2026-03", reason: "withdrawn", counted: true, effect: "-300.00" }]);
		expect(may.adjustmentParts).toEqual([{ kind: "late", amount: "-300.00" }]);
		const asked = { ...MAY, currency: CURRENCY, format: "journal" } as const;
		const [, ...rows] = await readCsv((await exportStatement(viewer, asked, exportLabels)).chunks);
		expect(rows.map((row) => [row[3], ...row.slice(5, 7)])).toEqual([
			["552", "0", "300"],
			["471", "300", "0"],
		]);
		const all = await read({ from: MARCH.from, to: MAY.to });
		expect(all).toMatchObject({ in: "0.00", out: "5000.00", count: 1 });
		expect(all.late.map(({ effect }) => effect)).toEqual(["300.00", "-300.00"]);
		expect((await again("null")).late).toEqual([]);
	});
});

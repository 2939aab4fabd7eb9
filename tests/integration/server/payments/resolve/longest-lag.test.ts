import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { readLongestLag, readResolvable } from "#server/payments/resolve/verdicts.ts";
import { lostPayment, say, shiftDeadline } from "#tests/support/desk/resolution.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertLine } from "#tests/support/rows/insert-line.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { database, system, pool } = desk;
const wallet = { environment: system.config.environment, currency: "XOF" };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Within the last 90 days, by the database's clock. */
let begin: number;
let made = 0;

beforeEach(async () => {
	await pool.query("truncate reconciliation_line, movement cascade");
	const { rows } = await pool.query<{ now: Date }>("select date_trunc('second', now()) - interval '10 days' as now");
	begin = (rows[0]?.now ?? new Date()).getTime();
});

/** A paid payout and its matched line. Times in ms after `begin`. */
async function paid({ at, dated = at, seen = dated, currency = "XOF", clock }: Times): Promise<void> {
	made += 1;
	const time = (ms: number) => new Date(begin + ms);
	const payment_id = await insertPayment(system, desk.maker.member, {
		...{ id: `lag-${made}`, state: "succeeded", currency, amount: `${1_000 + made}.00` },
		...{ created_at: time(at), sent_at: time(at), processed_at: time(at) },
		...(clock === undefined ? {} : { processed_at: null, final_at: time(at), service_sent_at: time(at + clock) }),
	});
	const facts = { currency, amount: `${1_000 + made}.00`, created_at: time(dated), first_seen_at: time(seen) };
	const movement_id = await insertLine(system, facts);
	await insertRows(database, "reconciliation_line", {
		movement_id,
		payment_id,
		...wallet,
		currency,
		status: "matched",
		how: "only",
		changed_at: time(seen),
	});
}

interface Times {
	at: number;
	dated?: number;
	seen?: number;
	currency?: string;
	/** The service gives no time of processing, and its clock is this far ahead of the desk's. */
	clock?: number;
}

const lag = () => readLongestLag(database, wallet);

test("is nothing without lines, and the longest time after which a line is dated", async () => {
	expect(await lag()).toBe(0);
	await paid({ at: 0, dated: 2 * MINUTE });
	await paid({ at: HOUR, dated: HOUR + 25 * MINUTE });
	await paid({ at: HOUR, dated: 5 * HOUR, currency: "XAF" });
	expect(await lag()).toBe(25 * MINUTE);
});

test("counts a line that the list brought after others that are newer, up to the last list without it", async () => {
	await paid({ at: 0, dated: 1_000, seen: 3 * HOUR });
	await paid({ at: HOUR, dated: HOUR, seen: HOUR + MINUTE });
	await paid({ at: 2 * HOUR, dated: 2 * HOUR, seen: 2 * HOUR + MINUTE });
	expect(await lag()).toBe(2 * HOUR + MINUTE);
});

test("does not count a night in which the desk read no list", async () => {
	await paid({ at: 0, dated: 0, seen: MINUTE });
	await paid({ at: 2 * HOUR, dated: 2 * HOUR, seen: 12 * HOUR });
	await paid({ at: 3 * HOUR, dated: 3 * HOUR, seen: 12 * HOUR });
	expect(await lag()).toBe(0);
});

test.each([-HOUR, HOUR])("is measured by one clock when the service's is %d ms ahead", async (clock) => {
	await paid({ at: 0, dated: clock, seen: MINUTE, clock });
	expect(await lag()).toBe(0);
	await paid({ at: 2 * HOUR, dated: 2 * HOUR + clock + 30 * MINUTE, seen: 3 * HOUR, clock });
	expect(await lag()).toBe(30 * MINUTE);
});

test("is a week at most", async () => {
	await paid({ at: 0, dated: 9 * 24 * HOUR });
	expect(await lag()).toBe(7 * 24 * HOUR);
});

test("lines that are listed in the order of their dates, at once or after an outage, show the lag of their dates alone", async () => {
	const payments = fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 20 })), {
		minLength: 1,
		maxLength: 8,
	});
	await fc.assert(
		fc.asyncProperty(payments, async (some) => {
			await pool.query("truncate reconciliation_line, movement cascade");
			for (const [at, late] of some) {
				const dated = (at + late) * MINUTE;
				// A list every ten minutes contains everything dated before it.
				await paid({ at: at * MINUTE, dated, seen: (Math.floor(dated / (10 * MINUTE)) + 1) * 10 * MINUTE });
			}
			expect(await lag()).toBe(Math.max(...some.map(([, late]) => late)) * MINUTE);
		}),
		{ numRuns: 15 },
	);
});

test("people settle a payment once the wallet's longest lag has passed since its deadline, at the earliest after 15 minutes", async () => {
	const payment: Payment = await lostPayment(desk, "payout");
	await shiftDeadline(pool, payment.id, 16);
	const resolvable = async () => (await readResolvable(database, await desk.row(payment.id)))?.waitSeconds;
	await paid({ at: 0, dated: MINUTE });
	expect(await resolvable()).toBe(0);
	await paid({ at: 0, dated: 40 * MINUTE });
	expect(await resolvable()).toBeGreaterThan(23 * 60);
	await expect(say(desk.approver, payment, "not_paid")).rejects.toMatchObject({ code: "settlement_too_early" });
	await shiftDeadline(pool, payment.id, 41);
	expect(await resolvable()).toBe(0);
});

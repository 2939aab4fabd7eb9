import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { findNeeds } from "#server/overview/find-needs.ts";
import { decideLine } from "#server/reconciliation/decide-line.ts";
import { listDays } from "#server/reconciliation/list-days.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { readDay } from "#server/reconciliation/read-day.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { BEGIN, CURRENCY, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { database, approver, admin, viewer, reconcile, pay, line, look, read } = wallet;

beforeEach(() => wallet.clear());

const days = async () => (await listDays(viewer, { currency: CURRENCY, limit: 31 })).days;
const marks = async () =>
	(await days()).map(({ status, isDecided, openLines }) => ({ status, isDecided, ...openLines }));
const exceptions = async () => (await read()).exceptions;
const nothing = { days: [], lines: { count: 0, sums: [], isAtLeast: false } };

/** A payout with its line between two readings; `more` runs before the second one, whose balance includes it. */
async function aDay(more: () => Promise<string>, balance: string): Promise<string> {
	await look("100000.00", BEGIN - MINUTE);
	await pay();
	await line();
	const id = await more();
	await look(balance, BEGIN + 2 * HOUR);
	await reconcile(DAY);
	return id;
}

describe("a day whose balance is proved", () => {
	test("is not explained while one of its lines is not, until a person says what it is; money in and out have two sums", async () => {
		const payment = { amount: "900.00", fee: "0.00", at: BEGIN + HOUR };
		let topUp = "";
		const id = await aDay(async () => {
			topUp = await line({ ...payment, type: "deposit", amount: "400.00" });
			return line(payment);
		}, "94450.00");
		expect(await marks()).toEqual([{ status: "proved", isDecided: undefined, unexplained: 2, waiting: 0 }]);
		const sums = [
			{ type: "deposit", amount: "400.00" },
			{ type: "withdrawal", amount: "900.00" },
		];
		expect((await read()).open).toEqual({ days: [], lines: { count: 2, sums, isAtLeast: false } });
		expect((await readDay(viewer, { currency: CURRENCY, day: "2026-03-01" })).proof.openLines.unexplained).toBe(2);
		for (const each of [id, topUp])
			await decideLine(approver, { id: each, verdict: "fee", reason: "The service's monthly fee" });
		expect(await marks()).toMatchObject([{ status: "proved", unexplained: 0 }]);
		expect((await read()).open).toEqual(nothing);
	});

	test("has a line that waits while its payment is not finished", async () => {
		await aDay(async () => {
			await pay({ state: "unknown", at: BEGIN + HOUR, amount: "700.00" });
			return line({ amount: "700.00", fee: "0.00", at: BEGIN + HOUR + 2_000 });
		}, "94250.00");
		expect(await marks()).toMatchObject([{ status: "proved", unexplained: 0, waiting: 1 }]);
	});
});

describe("a gap", () => {
	const doubled = () => aDay(() => line({ occurrence: 2 }), "94950.00");

	test("is named with its day and its sum, and closed by the decision that a line is a duplicate, which falls into a proof under way", async () => {
		const id = await doubled();
		expect((await read()).open.days).toEqual([{ day: "2026-03-01", gap: "5050.00" }]);
		const surplus = (await exceptions()).flatMap(({ kind, lines }) => (kind === "doubled" ? lines : []));
		expect(surplus.map((one) => one.id)).toContain(id);
		const underWay = await database.transaction().execute(async (trx) => {
			await sql`lock table balance_reading in access exclusive mode`.execute(trx);
			const proof = proveDays(wallet.system, { currency: CURRENCY });
			await untilWaiting(database, 1);
			await decideLine(approver, { id, verdict: "duplicate", reason: "The service lists it twice" });
			return [proof];
		});
		await Promise.all(underWay);
		await reconcile();
		expect(await marks()).toEqual([{ status: "gap", isDecided: true, unexplained: 0, waiting: 0 }]);
		expect((await read()).open).toEqual(nothing);
		await decideLine(admin, { id, verdict: "reopen", reason: "It was another payment" });
		await reconcile();
		expect(await marks()).toMatchObject([{ status: "gap", isDecided: undefined, unexplained: 2 }]);
		expect((await read()).open.days).toHaveLength(1);
	});

	test("is closed when its line is given to the payment whose amount the balance has", async () => {
		await look("100000.00", BEGIN - MINUTE);
		const payment = await pay();
		const id = await line({ amount: "6300.00" });
		await look("94950.00", BEGIN + 2 * HOUR);
		await reconcile(DAY);
		expect(await marks()).toMatchObject([{ status: "gap", isDecided: undefined, unexplained: 1 }]);
		await decideLine(approver, { id, verdict: "match", paymentId: payment, reason: "Wrongly keyed" });
		await reconcile();
		expect(await marks()).toEqual([{ status: "gap", isDecided: true, unexplained: 0, waiting: 0 }]);
	});

	test("stays open when the decision says that money moved: the balance lacks it", async () => {
		const id = await doubled();
		await decideLine(approver, { id, verdict: "portal", reason: "Paid from the portal" });
		await reconcile();
		expect(await marks()).toMatchObject([{ status: "gap", isDecided: undefined, unexplained: 0 }]);
		expect((await read()).open.days).toEqual([{ day: "2026-03-01", gap: "5050.00" }]);
	});
});

describe("asking the support about a line", () => {
	const foreign = () => aDay(() => line({ amount: "900.00", fee: "0.00", at: BEGIN + HOUR }), "94050.00");

	test("is shown with who asked, and closes nothing: the line stays an alarm until it is decided", async () => {
		const id = await foreign();
		await decideLine(approver, { id, verdict: "support", reason: "Ticket 17" });
		await reconcile();
		const { id: by, name } = approver.member;
		expect(await exceptions()).toMatchObject([
			{
				alarm: true,
				lines: [{ id, first: null, asked: { verdict: "support", reason: "Ticket 17", by: { id: by, name } } }],
			},
		]);
		expect(await findNeeds(approver)).toMatchObject([{ kind: "unexplained", count: 1 }]);
		expect(await marks()).toMatchObject([{ unexplained: 1 }]);
		await decideLine(approver, { id, verdict: "fee", reason: "They say it is a fee" });
		expect(await exceptions()).toEqual([]);
		expect(await marks()).toMatchObject([{ unexplained: 0 }]);
	});

	test("is taken back like any decision, and not said of a line that is decided", async () => {
		const id = await foreign();
		await decideLine(approver, { id, verdict: "support", reason: "Ticket 17" });
		await decideLine(admin, { id, verdict: "reopen", reason: "Not asked after all" });
		expect(await exceptions()).toMatchObject([{ lines: [{ asked: null }] }]);
		await decideLine(approver, { id, verdict: "fee", reason: "A fee" });
		const refused = decideLine(admin, { id, verdict: "support", reason: "Ticket 18" });
		await expect(refused).rejects.toMatchObject({ code: "conflict" });
	});
});

test("what the desk knows of a wallet begins with its first reading", async () => {
	expect((await read()).knownFrom).toBeNull();
	await aDay(async () => "", "94950.00");
	expect((await read()).knownFrom).toBe(new Date(BEGIN - MINUTE).toISOString());
	expect((await read()).open).toEqual(nothing);
});

test("twenty thousand lines without an explanation are counted exactly, and one more makes it at least as many", async () => {
	const insertOpen = (status: string, from: number, to: number) =>
		sql`
		with line as (insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
			select ${wallet.environment}, ${CURRENCY}, 'deposit', 100 + n, 0, now(), 0, now()
			from generate_series(${from}::integer, ${to}::integer) as n returning id)
		insert into reconciliation_line (movement_id, environment, currency, status, changed_at)
		select id, ${wallet.environment}, ${CURRENCY}, ${status}, now() from line`.execute(database);
	await insertOpen("unexplained", 1, 10_000);
	await insertOpen("ambiguous", 10_001, 20_000);
	expect((await read()).open.lines).toMatchObject({ count: 20_000, isAtLeast: false });
	await insertOpen("ambiguous", 20_001, 20_001);
	expect((await read()).open.lines).toMatchObject({ count: 20_000, isAtLeast: true });
});

import { Kysely, PostgresDialect, sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { decideLine } from "#server/reconciliation/decide-line.ts";
import { countExceptions, findAlarms } from "#server/reconciliation/find-alarms.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { awaitAuditTurn } from "#server/store/audit-log.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { keepLevel } from "#tests/support/rows/keep-level.ts";
import { BEGIN, CURRENCY, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

const wallet = await openReconciledWallet();
const { clock, pool, database, system, environment, approver, pay, line, look, reconcile, read, words } = wallet;

beforeEach(() => wallet.clear());

/** Many lines of the mirror in one statement, a minute apart. */
async function lines(type: string, many: number, from: number): Promise<void> {
	await pool.query(
		`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
		select $1, $2, $3, 700 + n, 0, $4::timestamptz + n * interval '1 minute', 1, $4 from generate_series(1, $5::integer) as n`,
		[environment, CURRENCY, type, new Date(from), many],
	);
}

/** The same lines after an earlier run left them unexplained: matching each anew takes the time of a first list. */
async function unexplainedLines(type: string, many: number, from: number): Promise<void> {
	await reconcile();
	await lines(type, many, from);
	await sql`with line as (insert into reconciliation_line (movement_id, environment, currency, status, changed_at)
		select id, environment, currency, 'unexplained', first_seen_at from movement
		where id > (select last_movement_id from reconciliation_wallet) returning movement_id)
		update reconciliation_wallet set last_movement_id = (select max(movement_id) from line)`.execute(database);
}

describe("a wallet from which more left unasked than people can look through", () => {
	test("counts every alarm, the oldest too, with its sum and since when; the queue counts them all and shows the first", async () => {
		await pay();
		await line();
		await lines("withdrawal", 2_500, BEGIN + HOUR);
		await reconcile(3 * DAY);
		const sum = (2_500 * 700 + (2_500 * 2_501) / 2).toFixed(2);
		expect(await findAlarms(system)).toEqual([
			{
				...{ currency: CURRENCY, count: 2_500, amount: sum, isAtLeast: false, payment_id: null },
				since: new Date(BEGIN + HOUR + MINUTE),
			},
		]);
		const { exceptions, exceptionCount } = await read();
		expect([exceptions.length, exceptionCount]).toEqual([50, 2_500]);
	});

	test("the oldest of more than twenty thousand are counted, and listed if one may have paid a payout that ended as not paid", async () => {
		await pay();
		await line();
		await unexplainedLines("withdrawal", 20_010, BEGIN + HOUR);
		await pay({ state: "failed", amount: "702.00", at: BEGIN + HOUR });
		await reconcile(30 * DAY);
		const { exceptionCount, exceptionsBeyond } = await read();
		expect([exceptionCount, exceptionsBeyond]).toEqual([20_010, 9]);
		expect(await findAlarms(system)).toMatchObject([
			{ count: 1, amount: "702.00", isAtLeast: false },
			{ count: 20_000, isAtLeast: true },
		]);
		// The limit leaves out alarms alone, and no other exceptions.
		expect(await countExceptions(system)).toEqual([]);
	});

	test("of lines of one amount, the oldest are listed only where one may have paid a payout of that amount", async () => {
		await pay();
		await line();
		await unexplainedLines("withdrawal", 20_010, BEGIN + 30 * DAY);
		await pool.query("update movement set amount = 5000, occurrence = id where amount <> 5000");
		await pay({ state: "failed", at: BEGIN + 10 * DAY });
		await reconcile(60 * DAY);
		expect(await read()).toMatchObject({ exceptionCount: 20_010, exceptionsBeyond: 10 });
		await pay({ state: "failed", at: BEGIN + 30 * DAY - 7 * DAY });
		await reconcile();
		const { exceptionsBeyond } = await read();
		expect(exceptionsBeyond).toBe(0);
	});

	test("an old alarm stays beside thousands of newer deposits that nobody asked for", async () => {
		await pay();
		await line();
		await line({ at: BEGIN + HOUR, amount: "37700.00" });
		await lines("deposit", 2_500, BEGIN + 2 * HOUR);
		await reconcile(3 * DAY);
		const { exceptions, exceptionCount } = await read();
		expect(exceptions[0]).toMatchObject({ kind: "foreign", alarm: true, lines: [{ amount: "37700.00" }] });
		expect(exceptionCount).toBe(2_501);
		expect(await findAlarms(system)).toMatchObject([{ count: 1, amount: "37700.00" }]);
	});
});

test("many lines are paired for longer than a frozen worker's transaction is left open", async () => {
	await pay();
	await line();
	await unexplainedLines("withdrawal", 10_000, BEGIN + HOUR);
	await line({ at: BEGIN + DAY, type: "deposit" });
	clock.advance(8 * DAY);
	await keepLevel(system, CURRENCY);
	const worker = openPool(pool.options.connectionString ?? "", { idle_in_transaction_session_timeout: 100 });
	await reconcileWallet({ ...system, database: openDatabase(worker) }, { currency: CURRENCY });
	await worker.end();
	expect(await findAlarms(system)).toMatchObject([{ count: 10_000 }]);
});

test("an event whose number was drawn before others and that commits an hour after them is looked at", async () => {
	const slow = await pay({ state: "unknown", amount: "8000.00" });
	const mine = await line({ amount: "8000.00" });
	await reconcile();
	expect((await words())[mine]).toBe("open");
	const late = await pool.connect();
	try {
		await late.query("begin");
		await late.query("update payment set state = 'succeeded', processed_at = $2 where id = $1", [
			slow,
			new Date(BEGIN + 2_000),
		]);
		await late.query(
			`insert into payment_event (payment_id, at, state, version, event, by_kind)
			values ($1, $2, 'succeeded', 2, 'succeeded', 'service')`,
			[slow, clock.now()],
		);
		clock.advance(HOUR);
		await pay({ amount: "1000.00", at: BEGIN + HOUR });
		await reconcile();
		await late.query("commit");
	} finally {
		late.release();
	}
	await reconcile();
	expect((await words())[mine]).toBe(`matched time ${slow}`);
});

test("a thousand equal payouts whose lines come two hours late are told as late, each with its line; and Home's answer reads what was kept", async () => {
	const many = 1_000;
	const first = await pay({ amount: "2500.00" });
	await pool.query(
		`insert into payment select (jsonb_populate_record(payment, jsonb_build_object('id', 'many-' || lpad(n::text, 4, '0'),
			'idempotency_key', n::text, 'reference', 'MANY-' || n, 'sent_at', sent_at + n * interval '1 second',
			'created_at', created_at + n * interval '1 second', 'processed_at', processed_at + n * interval '1 second'))).*
		from payment, generate_series(1, $2::integer) as n where id = $1`,
		[first, many - 1],
	);
	await pool.query(
		`insert into payment_event (payment_id, at, state, version, event, by_kind)
		select id, sent_at, state, 1, 'succeeded', 'service' from payment where id like 'many-%'`,
	);
	await pool.query(
		`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
		select $1, $2, 'withdrawal', 2500, 25, $3::timestamptz + n * interval '1 second', 1, $3
		from generate_series(0, $4::integer - 1) as n`,
		[environment, CURRENCY, new Date(BEGIN + 2 * HOUR), many],
	);
	await reconcile(5 * DAY);
	const { exceptions, exceptionCount } = await read();
	expect(exceptionCount).toBe(many);
	expect(new Set(exceptions.map(({ kind }) => kind))).toEqual(new Set(["late"]));
	expect(await findAlarms(system)).toEqual([]);
});

test("days with a gap are worked out anew when something near them changed, and left alone when nothing did", async () => {
	const proved: string[] = [];
	const watched = new Kysely<Tables>({
		dialect: new PostgresDialect({ pool }),
		log: ({ query }) => void (isStretch(query.sql) && proved.push(query.sql)),
	});
	const proveAgain = async () => {
		proved.length = 0;
		await proveDays({ ...system, database: watched }, { currency: CURRENCY });
		return proved.length;
	};
	await pay();
	await line();
	await look("100000.00", BEGIN + 10 * MINUTE);
	await look("90000.00", BEGIN + 10 * HOUR);
	for (let day = 1; day <= 30; day += 1) await look("90000.00", BEGIN + day * DAY);
	await reconcile(31 * DAY);
	expect((await read()).days.at(-1)).toMatchObject({ day: "2026-03-01", status: "gap" });
	expect(await proveAgain()).toBe(0);
	// Its line arrives: the day is even, and only what follows from it is checked again.
	await line({ amount: "10000.00", fee: "0.00", at: BEGIN + HOUR });
	await reconcileWallet(system, { currency: CURRENCY });
	const many = await proveAgain();
	expect([many > 0, many < 10]).toEqual([true, true]);
	expect((await read()).days.at(-1)).toMatchObject({ day: "2026-03-01", status: "proved" });
});

test("a decision has the audit turn only after its wallet's exceptions are compared, so that payouts leave meanwhile", async () => {
	await pay();
	await line();
	const id = await line({ type: "deposit", at: BEGIN + HOUR });
	await reconcile();
	const reader = await pool.connect();
	try {
		await reader.query("begin");
		await reader.query("select from reconciliation_exception for update");
		const decision = decideLine(approver, { id, verdict: "other", reason: "A gift" });
		await untilWaiting(database, 1);
		await database.transaction().execute(async (trx) => {
			await sql`set local lock_timeout = '1s'`.execute(trx);
			await awaitAuditTurn(trx);
		});
		await reader.query("commit");
		await decision;
	} finally {
		reader.release();
	}
	expect((await read()).exceptions).toEqual([]);
});

const isStretch = (statement: string) => statement.includes('from "balance_reading"') && statement.includes("order by");

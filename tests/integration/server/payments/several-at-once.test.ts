import { Kysely, PostgresDialect } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { SystemContext } from "#server/context.ts";
import { markMayHaveLeft } from "#server/payment-records/may-have-left.ts";
import { lockPayments } from "#server/payment-records/move-payment.ts";
import { expirePayments } from "#server/payments/stop/expire-payments.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";

const desk = await openPaymentDesk();
const { clock, pool } = desk;
let asked = 0;
const database = new Kysely<Tables>({
	dialect: new PostgresDialect({ pool }),
	log: () => {
		asked += 1;
	},
});
const counted: SystemContext = { ...desk.system, database };

beforeEach(async () => {
	await pool.query("update payment set state = 'cancelled' where state in ('awaiting_approval', 'approved')");
});

async function waiting(count: number): Promise<string[]> {
	const ids: string[] = [];
	while (ids.length < count)
		ids.push(
			await insertPayment(desk.system, desk.maker.member, {
				...{ state: "awaiting_approval", sent_at: null, created_at: clock.now() },
				phone_number: `+22507${String(ids.length).padStart(8, "0")}`,
			}),
		);
	return ids;
}

async function statementsOf(act: () => Promise<unknown>): Promise<number> {
	asked = 0;
	await act();
	return asked;
}

const eventsOf = async (ids: readonly string[]) =>
	desk.database.selectFrom("payment_event").select(["payment_id", "event"]).where("payment_id", "in", ids).execute();
const entriesOf = async (ids: readonly string[]) =>
	desk.database.selectFrom("audit_entry").select("subject_id").where("subject_id", "in", ids).execute();

test("three hundred payouts that may have left take as many statements as one, each with its event and audit entry", async () => {
	const mark = (ids: readonly string[]) =>
		database.transaction().execute(async (trx) => {
			const rows = await lockPayments(
				trx,
				ids.map((id) => ({ id })),
			);
			return markMayHaveLeft(trx, clock.now(), rows, { event: "expired_by_doubt", by: "cauri" });
		});
	const one = await waiting(1);
	const few = await statementsOf(() => mark(one));
	const ids = await waiting(300);
	expect(await statementsOf(() => mark(ids))).toBe(few);
	expect(new Set((await eventsOf(ids)).map((row) => row.payment_id)).size).toBe(300);
	expect(await entriesOf(ids)).toHaveLength(300);
	for (const id of ids.slice(0, 3)) expect(await desk.row(id)).toMatchObject({ state: "may_have_left", version: 2 });
});

test("three hundred payments that expire take as many statements as one", async () => {
	await waiting(1);
	clock.advance(25 * 3_600_000);
	const few = await statementsOf(() => expirePayments(counted));
	const ids = await waiting(300);
	clock.advance(25 * 3_600_000);
	expect(await statementsOf(async () => expect(await expirePayments(counted)).toBe(300))).toBe(few);
	expect((await eventsOf(ids)).every(({ event }) => event === "expired")).toBe(true);
});

test("of several payments only those that are as they were seen are moved", async () => {
	const [first = "", second = ""] = await waiting(2);
	const seen = await desk.database.selectFrom("payment").selectAll().where("id", "in", [first, second]).execute();
	await pool.query("update payment set version = 2 where id = $1", [second]);
	const moved = await database
		.transaction()
		.execute((trx) => markMayHaveLeft(trx, clock.now(), seen, { event: "expired_by_doubt", by: "cauri" }));
	expect(moved.map(({ id }) => id)).toEqual([first]);
	expect(await eventsOf([second])).toEqual([]);
});

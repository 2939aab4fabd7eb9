/** A permit's cost must not depend on the number of waiting or sent payouts, nor on PostgreSQL's last statistics. */

import { sql } from "kysely";
import { expect, test } from "vitest";
import { payoutsOnTheWire, readFreeLanes } from "#server/payment-records/lanes.ts";
import { amendPayments } from "#server/payment-records/move-payment.ts";
import { wakePayouts } from "#server/payment-records/send-job.ts";
import { findTwins } from "#server/payments/rules/find-duplicates.ts";
import { accept, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { findRow } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const MANY = 3_000;
/** Sixteen lanes read 128 answers each time. */
const FEW = 400;
/** After five runs PostgreSQL may keep one plan for all values. */
const RUNS = 12;

/** Copies the payout, each copy to a number of its own. */
async function copy(id: string, withAttempts: boolean): Promise<void> {
	const own = `'id', lpad(n::text, 4, '0') || substr(payment.id, 5), 'idempotency_key', gen_random_uuid(), 'reference', null,
		'phone_number', '+22507' || lpad(n::text, 8, '0')`;
	await desk.pool.query(`begin; set local session_replication_role = replica;
		insert into payment select (jsonb_populate_record(payment, jsonb_build_object(${own}))).*
			from payment cross join generate_series(1, ${MANY}) as n where id = '${id}';
		${withAttempts ? `insert into attempt select (jsonb_populate_record(attempt, jsonb_build_object('id', lpad(n::text, 4, '0') || substr(attempt.id, 5), 'payment_id', lpad(n::text, 4, '0') || substr(payment_id, 5)))).* from attempt cross join generate_series(1, ${MANY}) as n where payment_id = '${id}';` : ""}
		commit`);
}

async function readRows(): Promise<number> {
	await sql`select pg_stat_force_next_flush()`.execute(desk.database);
	const { rows } = await sql<{ count: string }>`
		select seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_user_tables where relname = 'payment'`.execute(
		desk.database,
	);
	return Number(rows[0]?.count);
}

test("one permit reads a few of six thousand payouts", async () => {
	const sent = await desk.sent({ answer: accept() });
	const approved = await desk.approved();
	await copy(sent.id, true);
	await desk.pool.query("analyze payment, attempt");
	await copy(approved.id, false);
	const wallet = { environment: desk.system.config.environment, currency: "XOF" };
	const row = await findRow(desk.database, "payment", { id: approved.id });
	const steps = {
		lanes: () => readFreeLanes(desk.database, wallet, { ceiling: 16 }),
		wake: () => desk.database.transaction().execute((trx) => wakePayouts(trx, wallet, 16)),
		twins: () => findTwins(desk.database, [row], desk.clock.now()),
		wire: () => payoutsOnTheWire(desk.database, wallet),
		amend: () =>
			desk.database
				.transaction()
				.execute((trx) =>
					amendPayments(trx, desk.clock.now(), [{ payment: row, happening: { event: "cancelled", by: "cauri" } }]),
				)
				.then(([amended = row]) => Object.assign(row, amended)),
	};
	const read: Record<string, number> = {};
	for (const statistics of ["old", "new"]) {
		if (statistics === "new") await desk.pool.query("analyze payment, attempt");
		for (const [name, step] of Object.entries(steps)) {
			for (let run = 0; run < RUNS; run += 1) await step();
			const before = await readRows();
			await step();
			read[`${name} with ${statistics} statistics`] = (await readRows()) - before;
		}
	}
	expect(Object.entries(read).filter(([, rows]) => rows > FEW)).toEqual([]);
});

test("the twins of a payout are found without reading what its number was paid long ago", async () => {
	const { id } = await desk.sent({ input: { amount: "47000" }, answer: accept() });
	const row = await findRow(desk.database, "payment", { id });
	await copy(id, false);
	const [today, lost] = [`0001${id.slice(4)}`, `0002${id.slice(4)}`];
	const now = `'${desk.clock.now().toISOString()}'`;
	await desk.pool.query(`begin; set local session_replication_role = replica;
		update payment set phone_number = '${row.phone_number}', state = 'succeeded', next_check_at = null,
			created_at = created_at - interval '9 days', sent_at = sent_at - interval '9 days' where id like '____${id.slice(4)}' and id <> '${id}';
		update payment set sent_at = ${now} where id = '${today}';
		update payment set sent_at = null, state = 'settled_paid', may_have_left_until = ${now} where id = '${lost}';
		commit`);
	await desk.pool.query("vacuum analyze payment");
	const before = await readRows();
	const twins = (await findTwins(desk.database, [row], desk.clock.now())).get(id) ?? [];
	expect(await readRows().then((after) => after - before)).toBeLessThan(40);
	expect(twins.map((twin) => twin.id).sort()).toEqual([today, lost]);
});

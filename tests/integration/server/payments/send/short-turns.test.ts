/** Every writer of the audit log waits for the turn in it, so little is done within a turn. */
import { Kysely, PostgresDialect } from "kysely";
import { expect, test } from "vitest";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { accept, openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { pool, script } = desk;

const TURN = "select pg_advisory_xact_lock($1)";
const asked: string[] = [];
const database = new Kysely<Tables>({
	dialect: new PostgresDialect({ pool }),
	log({ query }) {
		asked.push(query.sql.replace(/\s+/g, " "));
	},
});

/** The statements of each turn, by their first words, and all statements before it. */
function turns(): { before: string[]; within: string[] }[] {
	const starts = asked.flatMap((text, at) => (text === TURN ? [at] : []));
	return starts.map((start, turn) => ({
		before: asked.slice(starts[turn - 1] ?? 0, start),
		within: asked.slice(start + 1, starts[turn + 1]),
	}));
}

test("a permit and an outcome have written all else when their turn in the record comes", async () => {
	script.post = accept("success");
	const { id } = await desk.approved();
	asked.length = 0;
	await sendPayment({ ...desk.system, database }, { paymentId: id, workerId: "worker-1", timing: QUICK });
	const [permit, outcome] = turns();
	expect(permit?.before.some((text) => text.includes("insert into attempt"))).toBe(true);
	expect(permit?.within.slice(0, 4)).toEqual([
		expect.stringContaining("select hash from audit_entry"),
		expect.stringContaining('insert into "audit_entry"'),
		"select pg_notify($1, $2)",
		// A stop that came before the permit is seen within the turn; nothing else is read there.
		expect.stringContaining('"name", "value" from "setting"'),
	]);
	expect(outcome?.before.some((text) => text.includes("graphile_worker.add_job"))).toBe(true);
	expect(outcome?.within.some((text) => text.startsWith('update "payment"'))).toBe(false);
});

const looks = async () => [...(await desk.jobs("read_balance")), ...(await desk.jobs("sync_movements"))];
const plan = (time: string) =>
	pool.query(
		`update graphile_worker._private_jobs set run_at = now() + interval '${time}' where key like '%:after_payment:%'`,
	);

test("payouts that end together ask for one look at the wallet, two seconds after the last of them at the soonest", async () => {
	await pool.query("delete from graphile_worker._private_jobs");
	await desk.sent({ answer: accept("success") });
	expect((await looks()).map(({ key }) => key)).toEqual([
		"read_balance:after_payment:XOF",
		"sync_movements:after_payment:XOF",
	]);
	await plan("1 hour");
	const planned = await looks();
	await desk.sent();
	expect(await looks()).toMatchObject(planned.map(({ run_at }) => ({ run_at })));
	await plan("1 second");
	const early = await looks();
	await desk.sent();
	for (const [index, { run_at }] of (await looks()).entries())
		expect(run_at.getTime()).toBeGreaterThanOrEqual((early[index]?.run_at.getTime() ?? 0) + 1_000);
});

test("whoever waits for what became of a payment in doubt is told of a look of its own, however late one is planned", async () => {
	await pool.query("delete from graphile_worker._private_jobs");
	await desk.sent({ answer: accept("success") });
	await plan("1 hour");
	await desk.sent({ answer: (respond) => respond.reset() });
	for (const { payload, run_at } of await looks()) {
		expect(payload).toMatchObject({ asked: true });
		expect(run_at.getTime()).toBeLessThan(Date.now() + 1_800_000);
	}
});

import { beforeEach, expect, test } from "vitest";
import type { WireMovement } from "#server/momo/wire.ts";
import { decideLine } from "#server/reconciliation/decide-line.ts";
import { findAlarms } from "#server/reconciliation/find-alarms.ts";
import { listDays } from "#server/reconciliation/list-days.ts";
import { readDay } from "#server/reconciliation/read-day.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { lockWallet } from "#server/wallets/sync-row.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { BEGIN, CURRENCY, DAY, HOUR, MINUTE, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";
import { walletService, wireMovement } from "#tests/support/wallet/wallet-service.ts";

const wallet = await openReconciledWallet();
const { approver, viewer, clock, reconcile, pay, words, read, look, database } = wallet;
const service = walletService();
const system = { ...wallet.system, service };

beforeEach(() => wallet.clear());

const at = (ms: number) => new Date(ms).toISOString();
const line = (ms: number, facts: Partial<WireMovement> = {}) =>
	wireMovement({ amount: "5000.00", fee_amount: "50.00", created_at: at(ms), ...facts });
const EARLIER = line(BEGIN - DAY, { amount: "1.00" });
const PAID = line(BEGIN + 2_000);

async function listed(...lines: WireMovement[]): Promise<void> {
	service.lines = [EARLIER, ...lines];
	// A line stays when only one answer lacks it.
	await syncMovements(system, { currency: CURRENCY });
	await syncMovements(system, { currency: CURRENCY });
}

async function reconciled(...lines: WireMovement[]): Promise<void> {
	await listed(...lines);
	await reconcile();
}

async function idOf(amount: string): Promise<string> {
	return (await database.selectFrom("movement").select("id").where("amount", "=", amount).execute())[0]?.id ?? "";
}

test("a payment whose line is withdrawn loses it at once, is missing it, and has it again when the line is back", async () => {
	const payment = await pay();
	clock.advance(HOUR);
	await reconciled(PAID);
	const id = await idOf("5000.00");
	expect(await words()).toEqual({ [id]: `matched time ${payment}` });
	await listed();
	expect(await words()).toEqual({});
	await reconcile();
	expect((await read()).exceptions).toMatchObject([{ kind: "missing", payments: [{ id: payment }], lines: [] }]);
	await reconciled(PAID);
	expect(await words()).toEqual({ [id]: `matched time ${payment}` });
});

test.each([74, 7 * 24])(
	"a payment that was pending for %i hours is found again when its line comes late",
	async (hours) => {
		const payment = await pay();
		const processed_at = new Date(BEGIN + hours * HOUR);
		await database.updateTable("payment").set({ processed_at }).where("id", "=", payment).execute();
		clock.advance((hours + 2) * HOUR);
		await reconciled();
		expect((await read()).exceptions).toMatchObject([{ kind: "missing", payments: [{ id: payment }] }]);
		await reconciled(PAID);
		expect([Object.values(await words()), (await read()).exceptions]).toEqual([[expect.stringContaining(payment)], []]);
		await reconciled();
		expect((await read()).exceptions).toMatchObject([{ kind: "missing", payments: [{ id: payment }] }]);
	},
);

test("a payment is matched with the line that replaced its own, and a foreign line that is withdrawn is no finding", async () => {
	const payment = await pay();
	clock.advance(HOUR);
	await reconciled(PAID, line(BEGIN + HOUR, { amount: "700.00" }));
	expect((await read()).exceptions).toMatchObject([{ kind: "foreign" }]);
	await reconciled(line(BEGIN + 2_000, { fee_amount: "75.00" }));
	expect((await read()).exceptions).toEqual([]);
	expect(Object.values(await words())).toEqual([`matched time ${payment}`]);
});

test("an alarm goes with its line when the service takes that back, and is there again when the line is", async () => {
	await pay();
	clock.advance(HOUR);
	const foreign = line(BEGIN + 30 * MINUTE, { amount: "700.00", fee_amount: "0.00" });
	const alarms = async () => {
		await reconcile();
		const shown = (await read()).exceptions.flatMap(({ alarm, lines }) => (alarm ? lines : [])).length;
		return [shown, (await findAlarms(system)).map(({ count, amount }) => [count, amount])];
	};
	await listed(PAID, foreign);
	expect(await alarms()).toEqual([1, [[1, "700.00"]]]);
	await listed(PAID);
	expect(await alarms()).toEqual([0, []]);
	await listed(PAID, foreign);
	expect(await alarms()).toEqual([1, [[1, "700.00"]]]);
});

test("what a person said of a line counts while it stands, is asked anew of the one that replaced it, and nobody decides on one that is or just was withdrawn", async () => {
	await pay({ at: BEGIN - MINUTE, amount: "1.00" });
	clock.advance(HOUR);
	const foreign = line(BEGIN + 30 * MINUTE, { amount: "700.00" });
	await reconciled(foreign);
	const id = await idOf("700.00");
	const verdict = { verdict: "portal" as const, reason: "Sent in the portal" };
	const deciding = await database.transaction().execute(async (trx) => {
		await lockWallet(trx, { environment: wallet.environment, currency: CURRENCY });
		const decision = decideLine(approver, { id, ...verdict });
		await untilWaiting(database, 1);
		await trx.updateTable("movement").set({ withdrawn_at: clock.now() }).where("id", "=", id).execute();
		return [decision];
	});
	await expect(deciding[0]).rejects.toMatchObject({ code: "conflict" });
	await database.updateTable("movement").set({ withdrawn_at: null }).execute();
	await decideLine(approver, { id, ...verdict });
	const kinds = async () => {
		await reconcile();
		return (await read()).exceptions.filter(({ lines }) => lines.length > 0).map(({ kind }) => kind);
	};
	expect(await kinds()).toEqual([]);
	await listed({ ...foreign, fee_amount: "7.00" });
	expect(await kinds()).toEqual(["foreign"]);
	await expect(decideLine(approver, { id, ...verdict })).rejects.toMatchObject({ code: "conflict" });
	expect((await read()).decided).toMatchObject([{ line: { id, withdrawnAt: clock.now().toISOString() } }]);
	await listed(foreign);
	expect(await kinds()).toEqual([]);
});

test("a payment that people gave a line of another amount misses it while the service withdraws it, and has it once it is back", async () => {
	const payment = await pay();
	clock.advance(HOUR);
	const other = line(BEGIN + 2_000, { amount: "4900.00" });
	await reconciled(other);
	const id = await idOf("4900.00");
	await decideLine(approver, { id, verdict: "match", paymentId: payment, reason: "The service took less" });
	const given = { [id]: `matched person ${payment}` };
	expect(await words()).toEqual(given);
	await reconciled();
	expect((await read()).exceptions).toMatchObject([{ kind: "missing", payments: [{ id: payment }], lines: [] }]);
	await reconciled(PAID);
	expect(Object.values(await words())).toEqual([`matched time ${payment}`]);
	await reconciled(PAID, other);
	expect(await words()).toEqual({ ...given, [await idOf("5000.00")]: "unexplained" });
});

test("of two lines that people gave to one payment, one after the other was withdrawn, the payment keeps the newer when both are listed", async () => {
	const payment = await pay();
	clock.advance(HOUR);
	const [first, second] = ["4900.00", "4800.00"].map((amount) => line(BEGIN + 2_000, { amount }));
	if (!first || !second) throw new Error("two lines are two");
	const give = async (amount: string) => {
		const id = await idOf(amount);
		await decideLine(approver, { id, verdict: "match", paymentId: payment, reason: "The service took less" });
		return id;
	};
	await reconciled(first);
	const earlier = await give("4900.00");
	await reconciled(second);
	const later = await give("4800.00");
	await reconciled(first, second);
	expect(await words()).toEqual({ [earlier]: "unexplained", [later]: `matched person ${payment}` });
	expect((await read()).decided.map((decided) => decided.line?.id)).toEqual([later]);
});

test("a day's proof leaves a withdrawn line out, is worked out anew for it, and the day shows it beside the others", async () => {
	await pay({ at: BEGIN - MINUTE, amount: "1.00" });
	await look("100000.00", BEGIN - HOUR);
	await look("94950.00", BEGIN + HOUR);
	await listed(PAID, line(BEGIN + MINUTE, { amount: "700.00", fee_amount: "0.00" }));
	await reconcile(DAY);
	const day = at(BEGIN).slice(0, 10);
	const status = async () =>
		(await listDays(viewer, { currency: CURRENCY, limit: 31 })).days.find((one) => one.day === day);
	expect(await status()).toMatchObject({ status: "gap", gap: "700.00" });
	await reconciled(PAID);
	expect(await status()).toMatchObject({ status: "proved", totals: { count: 1, out: "5000.00" } });
	const { lines, lineCount } = await readDay(viewer, { currency: CURRENCY, day });
	expect(lineCount).toBe(1);
	expect(lines.map((one) => [one.amount, one.status === "withdrawn", one.balanceAfter])).toEqual([
		["5000.00", false, "94950.00"],
		["700.00", true, null],
	]);
});

test("a gap says how many lines of the list could not be read", async () => {
	await pay({ at: BEGIN - MINUTE, amount: "1.00" });
	await look("100000.00", BEGIN - HOUR);
	await look("94250.00", BEGIN + HOUR);
	await listed(PAID, wireMovement({ currency_code: "XAF", created_at: at(BEGIN + MINUTE) }));
	await reconcile(DAY);
	const { unreadable, days } = await read();
	expect(unreadable).toBe(1);
	expect(days[0]).toMatchObject({ status: "gap", gap: "-700.00", unreadable: 1 });
	await reconciled(PAID, line(BEGIN + MINUTE, { amount: "700.00", fee_amount: "0.00" }));
	expect((await read()).days[0]?.unreadable).toBeUndefined();
});

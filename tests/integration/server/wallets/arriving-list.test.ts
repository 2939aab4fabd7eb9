import { sql } from "kysely";
import { expect, test } from "vitest";
import { movementEffect } from "#lib/movements/movements.ts";
import { keepHeartbeat } from "#server/continuity/heartbeat.ts";
import { ServiceError } from "#server/errors.ts";
import { readOverview } from "#server/overview/read-overview.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { exportMovements } from "#server/reconciliation/export-movements.ts";
import { nameLines } from "#server/reconciliation/name-lines.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { listMovements } from "#server/wallets/list-movements.ts";
import { lastDays, readWalletDays } from "#server/wallets/movement-days.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { exportLabels } from "#tests/support/files/export-labels.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import { insertReading } from "#tests/support/rows/insert-reading.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const approver = await addMember(database, "approver");
const currency = "XOF";
const MINUTE = 60_000;

/** A wallet of 60 lines, a minute apart up to the test's time, of which this many arrived before the service broke off. */
async function arrivingWallet(arrived = 40) {
	const wallet = ownWallet(database, [], { WALLET_CURRENCIES: "XOF" });
	const now = wallet.clock.now().getTime();
	const lines = Array.from({ length: 60 }, (_, n) =>
		wireMovement({ created_at: new Date(now - n * MINUTE).toISOString(), amount: `${100 + n}.00` }),
	);
	wallet.service.chunkLines = 5;
	wallet.service.lines = [...lines.slice(0, arrived), new ServiceError("unknown", "broken_off")];
	const result = await syncMovements(wallet.system, { currency }, { first: 5, later: 10 });
	expect(result?.fault).toBe("service_unreachable");
	const context = contextFor(wallet.system, approver);
	return { ...wallet, context, lines, environment: wallet.system.config.environment };
}

test("rows of a first list are read while it arrives, and say how many have come; a heartbeat knows none of them before the list is whole", async () => {
	const { context, service, system, lines, environment } = await arrivingWallet();
	const reach = async () => {
		await keepHeartbeat(database, "worker-1");
		const { rows } = await sql<{ known: number; all: number }>`
			select count(*) filter (where id <= (select movement_id from worker where id = 'worker-1'))::integer as known,
				count(*)::integer as all
			from movement where environment = ${environment}`.execute(database);
		return rows[0];
	};
	const list = await listMovements(context, { currency, sort: "-createdAt", limit: 5 });
	expect(list).toMatchObject({ isArriving: true, syncedAt: null });
	expect(list.items.map(({ amount }) => amount)).toEqual(["100.00", "101.00", "102.00", "103.00", "104.00"]);
	expect(list.mirror.rows).toBeGreaterThanOrEqual(30);
	expect(await sumMovements(context, { currency })).toMatchObject({ total: list.mirror.rows, isAtLeast: true });
	expect(await reach()).toMatchObject({ known: 0 });
	service.lines = lines;
	await syncMovements(system, { currency }, { first: 5, later: 10 });
	const whole = await listMovements(context, { currency, sort: "-createdAt", limit: 5 });
	expect(whole).toMatchObject({ isArriving: false, mirror: { rows: 60, fault: null } });
	expect(await sumMovements(context, { currency })).toMatchObject({ total: 60, isAtLeast: false });
	expect(await reach()).toEqual({ known: 60, all: 60 });
});

test("nothing is reconciled, proved, exported or shown as a day's sum from a list that is still arriving", async () => {
	const { context, system, clock, service, lines } = await arrivingWallet();
	const sent = new Date(clock.now().getTime() - 2 * MINUTE);
	await insertPayment(system, approver, {
		...{ id: "arriving-1", kind: "payout", state: "unknown", amount: "102.00", reference: null },
		...{ created_at: sent, sent_at: sent, operator: "mtn-ci", operator_name: "MTN", phone_number: "+2250501020304" },
	});
	await insertReading(system, { balance: "500.00", at: sent });
	expect(await reconcileWallet(system, { currency })).toBeNull();
	expect(await proveDays(system, { currency })).toEqual([]);
	expect(await readReconciliation(context, { currency })).toMatchObject({ syncedAt: null, current: null });
	const days = await readWalletDays(system, currency, lastDays(system), () => movementEffect);
	expect(days).toMatchObject({ today: { in: "0.00", out: "0.00", fees: "0.00" }, flows: [] });
	const overview = await readOverview(context);
	expect(overview.lastMovements).toBeNull();
	expect(overview.wallets).toMatchObject([{ syncedAt: null, incomplete: true }]);
	const { items } = await listMovements(context, { currency, sort: "-createdAt", limit: 5 });
	expect(await nameLines(context, { currency, ids: items.map(({ id }) => id) })).toEqual({ items: [] });
	const file = exportMovements(context, { currency, sort: "createdAt", format: "csv" }, exportLabels);
	await expect(file).rejects.toMatchObject({ code: "conflict" });
	// The line is there, but while the list arrives another one of its amount may come.
	const before = await readEvidence(context, { kind: "payout", id: "arriving-1" });
	expect(before).toMatchObject({ movements: { verdict: "none", count: 0 }, mirror: { syncedAt: null } });
	service.lines = lines;
	await syncMovements(system, { currency }, { first: 5, later: 10 });
	const after = await readEvidence(context, { kind: "payout", id: "arriving-1" });
	expect(after.movements).toMatchObject({ verdict: "one", count: 1 });
	expect(await reconcileWallet(system, { currency })).not.toBeNull();
	expect((await readWalletDays(system, currency, lastDays(system), () => movementEffect)).flows.length).toBeGreaterThan(
		0,
	);
});

test("a list that stopped arriving in a wallet that this desk has no more keeps no other from being known", async () => {
	await arrivingWallet();
	const other = ownWallet(database, [wireMovement()]);
	await syncMovements(other.system, { currency });
	const { rows } = await sql`select from movement_sync where arriving_from_id is not null`.execute(database);
	expect(rows).toEqual([]);
});

/** A desk in the evening after one payout and one balance reading; at night a new process starts. */
import { sql } from "kysely";
import { beforeEach, expect } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { type Heartbeat, newHeartbeat, writeHeartbeat } from "#server/continuity/heartbeat.ts";
import { listWalletGaps } from "#server/continuity/list-wallet-gaps.ts";
import { proveWallets } from "#server/continuity/prove-wallets.ts";
import { sendPayment } from "#server/payments/send/send-payment.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { fixedClock } from "#tests/support/contexts.ts";
import { openPaymentDesk, QUICK } from "#tests/support/payment-desk.ts";
import { HOUR } from "#tests/support/wallet/reconciled-wallet.ts";
import { keepBooks, type WalletBooks } from "#tests/support/wallet/wallet-books.ts";

/** Registers a clean evening before each test. `scene` holds the state that changes. */
export async function openNight() {
	const clock = fixedClock(new Date());
	const desk = await openPaymentDesk({}, clock);
	const { system, database, script, admin } = desk;

	/** The service takes a second per action. */
	const ticking = {
		now() {
			clock.advance(1_000);
			return clock.now();
		},
	};
	let lives = 0;

	/** Starts a worker process without knowledge of earlier events. */
	async function born(): Promise<Heartbeat> {
		lives += 1;
		const heartbeat = newHeartbeat(`worker-${lives}`);
		await writeHeartbeat(system, heartbeat);
		return heartbeat;
	}

	const send = (heartbeat: Heartbeat, { id }: Pick<Payment, "id">) =>
		sendPayment(system, { paymentId: id, workerId: heartbeat.workerId, heartbeat, timing: QUICK });
	const approved = (...amounts: string[]) => Promise.all(amounts.map((amount) => desk.approved({ amount })));
	const gaps = () => database.selectFrom("continuity_gap").selectAll().where("currency", "=", "XOF").execute();
	const doubt = async () =>
		(await database.selectFrom("setting").select("value").where("name", "=", DATABASE_MISMATCH).executeTakeFirst())
			?.value;
	const held = async () =>
		Object.fromEntries(
			(await listWalletGaps(admin)).wallets.flatMap((wallet) => wallet.held.map(({ id, why }) => [id, why])),
		);
	const prove = async () => {
		await sql`update continuity_gap set retry_at = now()`.execute(database);
		return proveWallets(system);
	};
	/** A worker that has asked each wallet. */
	const started = async () => {
		const heartbeat = await born();
		await prove();
		return heartbeat;
	};
	const level = async () => {
		await syncMovements(system, { currency: "XOF" });
		await reconcileWallet(system, { currency: "XOF" });
	};
	const scene = {} as { books: WalletBooks; evening: Heartbeat };

	/** Clean tables; the desk has sent one payout, read its balance, and written its last heartbeat. */
	beforeEach(async () => {
		await sql`truncate continuity_gap, proved_wallet, worker, balance_reading, reconciliation_line, reconciliation_payment, reconciliation_wallet,
			movement, movement_sync, balance_proof, reconciliation_decision, imported_transaction, attempt, payment_event, decision, resolution, payment, setting cascade`.execute(
			database,
		);
		scene.books = keepBooks(script, ticking);
		clock.advance(HOUR);
		const evening = await born();
		scene.evening = evening;
		await proveWallets(system);
		const [earlier] = await approved("30000");
		expect(earlier && (await send(evening, earlier))).toBe("attempted");
		await level();
		await writeHeartbeat(system, evening);
		clock.advance(12 * HOUR);
	});
	return {
		...{ clock, desk, system, database, script, admin, ticking, scene },
		...{ born, send, approved, gaps, doubt, held, prove, started, level },
	};
}

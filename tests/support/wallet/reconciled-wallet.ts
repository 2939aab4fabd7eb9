/** A wallet whose lines, payments and balance readings a test writes directly, and its reconciliation. */

import type { PaymentState } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { type FixedClock, fixedClock, people, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { insertLine } from "#tests/support/rows/insert-line.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import { insertReading } from "#tests/support/rows/insert-reading.ts";
import { keepLevel } from "#tests/support/rows/keep-level.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

export const CURRENCY = "XOF";
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** Time of the first payment in every test. */
export const BEGIN = new Date("2026-03-01T08:00:00.000Z").getTime();

/** Call at the top of a test file; `clear` before each test. */
export async function openReconciledWallet() {
	const { pool, database } = await createTestDatabase();
	const clock: FixedClock = fixedClock(new Date(BEGIN));
	const system = systemContext({ database, clock });
	const { environment } = system.config;
	const { viewer, maker, approver, admin } = await people(system);
	let made = 0;
	/** After this time, with all lines of the mirror read. */
	const reconcile = async (afterMs = 0) => {
		clock.advance(afterMs);
		await keepLevel(system, CURRENCY);
		const result = await reconcileWallet(system, { currency: CURRENCY });
		await proveDays(system, { currency: CURRENCY });
		return result;
	};
	return {
		...{ pool, database, clock, system, environment, viewer, maker, approver, admin, reconcile },
		async clear(): Promise<void> {
			await pool.query(`truncate reconciliation_exception, reconciliation_pending, reconciliation_line, reconciliation_payment, reconciliation_wallet, reconciliation_decision,
				balance_proof, movement, movement_sync, balance_reading, imported_transaction cascade`);
			await pool.query("delete from setting where name = 'fee_rules'");
			await pool.query("delete from payment_event");
			await pool.query("delete from payment");
			clock.advance(BEGIN - clock.now().getTime());
		},
		/** `at`: ms. Processed two seconds after sending, unless it is open. */
		async pay(
			facts: { kind?: "deposit" | "payout"; amount?: string; state?: PaymentState; at?: number } = {},
		): Promise<string> {
			const { kind = "payout", amount = "5000.00", state = "succeeded", at = BEGIN } = facts;
			made += 1;
			const id = `payment-${String(made).padStart(4, "0")}`;
			const sent_at = new Date(at);
			await insertPayment(system, maker.member, {
				...{ operator: "mtn-ci", operator_name: "MTN", phone_number: "+2250501020304" },
				...{ id, kind, state, amount, reference: `TX-${made}`, created_at: sent_at, sent_at },
				processed_at: state === "succeeded" ? new Date(at + 2_000) : null,
			});
			await told(id, state);
			return id;
		},
		async move(id: string, state: PaymentState): Promise<void> {
			await database.updateTable("payment").set({ state }).where("id", "=", id).execute();
			await told(id, state);
		},
		async line(
			facts: { type?: string; amount?: string; fee?: string; at?: number; occurrence?: number } = {},
		): Promise<string> {
			const { type = "withdrawal", amount = "5000.00", fee = "50.00", at = BEGIN + 2_000, occurrence = 1 } = facts;
			const times = { created_at: new Date(at), first_seen_at: clock.now() };
			return insertLine(system, { type, amount, fee, occurrence, ...times });
		},
		async look(balance: string, at: number, updatedAt = at): Promise<void> {
			await insertReading(system, { balance, at: new Date(at), updatedAt: new Date(updatedAt) });
		},
		read: (context: Context = viewer) => readReconciliation(context, { currency: CURRENCY }),
		/** Movement id → explanation of the reconciliation. */
		async words(): Promise<Record<string, string>> {
			const rows = await database.selectFrom("reconciliation_line").selectAll().execute();
			return Object.fromEntries(
				rows.map((row) => [row.movement_id, [row.status, row.how, row.payment_id].filter(Boolean).join(" ")]),
			);
		},
	};

	async function told(payment_id: string, state: PaymentState): Promise<void> {
		await insertRows(database, "payment_event", {
			...{ payment_id, at: clock.now(), state, version: 1, event: "succeeded", by_kind: "service" },
			details: JSON.stringify({ reference: null, status: null }),
		});
	}
}

/** A wallet whose lines, payments and looks a test writes by hand, and the reconciliation over them. */
import type { PaymentState } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { addMember, contextFor, type FixedClock, fixedClock, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";

export const CURRENCY = "XOF";
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** The first payment of every test is made at this time. */
export const BEGIN = new Date("2026-03-01T08:00:00.000Z").getTime();

/** Call at the top of a test file; `clear` before each test. */
export async function openReconciledWallet() {
	const { pool, database } = await createTestDatabase();
	const clock: FixedClock = fixedClock(new Date(BEGIN));
	const system = systemContext({ database, clock });
	const { environment } = system.config;
	const [viewer, maker, approver, admin] = [
		contextFor(system, await addMember(database, "viewer")),
		contextFor(system, await addMember(database, "maker")),
		contextFor(system, await addMember(database, "approver")),
		contextFor(system, await addMember(database, "admin")),
	];
	let made = 0;
	const reconcile = async () => {
		const synced_at = clock.now();
		const { rows } = await pool.query("select coalesce(max(id), 0) as id, count(*)::int as count from movement");
		const row = { synced_at, mirror_rows: rows[0].count, last_movement_id: rows[0].id };
		await database
			.insertInto("movement_sync")
			.values({ environment, currency: CURRENCY, started_at: synced_at, ...row })
			.onConflict((conflict) => conflict.columns(["environment", "currency"]).doUpdateSet(row))
			.execute();
		const result = await reconcileWallet(system, { currency: CURRENCY });
		await proveDays(system, { currency: CURRENCY });
		return result;
	};
	return {
		...{ pool, database, clock, system, environment, viewer, maker, approver, admin, reconcile },
		async clear(): Promise<void> {
			await pool.query(`truncate reconciliation_finding, reconciliation_pending, reconciliation_line, reconciliation_payment, reconciliation_wallet, reconciliation_decision,
				balance_proof, movement, movement_sync, wallet_look, imported_transaction cascade`);
			await pool.query("delete from payment_event");
			await pool.query("delete from payment");
			clock.advance(BEGIN - clock.now().getTime());
		},
		/** `at`: ms. Processed two seconds after it was sent, unless it is open. */
		async pay(
			facts: { kind?: "deposit" | "payout"; amount?: string; state?: PaymentState; at?: number } = {},
		): Promise<string> {
			const { kind = "payout", amount = "5000.00", state = "succeeded", at = BEGIN } = facts;
			made += 1;
			const id = `payment-${String(made).padStart(4, "0")}`;
			const sent_at = new Date(at);
			await database
				.insertInto("payment")
				.values({
					...{ id, kind, state, environment, amount, currency: CURRENCY, operator: "mtn-ci", operator_name: "MTN" },
					...{ country: "CI", phone_number: "+2250501020304", idempotency_key: id, request_digest: id, opaque_id: id },
					...{ maker_id: maker.member.id, reference: `TX-${made}`, created_at: sent_at, sent_at },
					processed_at: state === "succeeded" ? new Date(at + 2_000) : null,
				})
				.execute();
			await told(id, state);
			return id;
		},
		async move(id: string, state: PaymentState): Promise<void> {
			await database.updateTable("payment").set({ state }).where("id", "=", id).execute();
			await told(id, state);
		},
		/** Returns its id. */
		async line(
			facts: { type?: string; amount?: string; fee?: string; at?: number; occurrence?: number } = {},
		): Promise<string> {
			const { type = "withdrawal", amount = "5000.00", fee = "50.00", at = BEGIN + 2_000, occurrence = 1 } = facts;
			const { id } = await database
				.insertInto("movement")
				.values({
					...{ environment, currency: CURRENCY, type, amount, fee, occurrence },
					...{ created_at: new Date(at), first_seen_at: clock.now() },
				})
				.returning("id")
				.executeTakeFirstOrThrow();
			return id;
		},
		async look(balance: string, at: number, updatedAt = at): Promise<void> {
			const seen = new Date(at);
			await database
				.insertInto("wallet_look")
				.values({
					...{ environment, currency: CURRENCY, wallet_reference: "WF-1", balance },
					...{ updated_at: new Date(updatedAt), first_fetched_at: seen, fetched_at: seen },
				})
				.execute();
		},
		read: (context: Context = viewer) => readReconciliation(context, { currency: CURRENCY }),
		/** Movement id → the machine's word. */
		async words(): Promise<Record<string, string>> {
			const rows = await database.selectFrom("reconciliation_line").selectAll().execute();
			return Object.fromEntries(
				rows.map((row) => [row.movement_id, [row.status, row.how, row.payment_id].filter(Boolean).join(" ")]),
			);
		},
	};

	async function told(payment_id: string, state: PaymentState): Promise<void> {
		await database
			.insertInto("payment_event")
			.values({ payment_id, at: clock.now(), state, version: 1, event: "succeeded", by_kind: "service" })
			.execute();
	}
}

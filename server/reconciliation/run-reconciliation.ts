import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { queueReconciliation } from "#server/reconciliation/queue-reconciliation.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";

const RETRY_MS = 5_000;

/**
 * Matches a wallet and proves its days, one worker at a time; a second worker leaves a job for later and holds no connection. The
 * lock ends with its connection, at the latest after two minutes, so a sleeping worker cannot hold it. Both steps have locks and commits
 * of their own: a run that takes longer keeps its work and fails only at its end; the next run finds nothing left to do.
 */
export async function runReconciliation(
	system: SystemContext,
	{ currency }: { currency: string },
): Promise<"done" | "busy"> {
	return system.database.transaction().execute(async (turn) => {
		await sql`set local idle_in_transaction_session_timeout = '2min'`.execute(turn);
		const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(7270412,
			hashtext(${`${system.config.environment}:${currency}`})) as taken`.execute(turn);
		if (!rows[0]?.taken) {
			await queueReconciliation(turn, currency, { patient: true, delayMs: RETRY_MS });
			return "busy";
		}
		await reconcileWallet(system, { currency });
		await proveDays(system, { currency });
		return "done";
	});
}

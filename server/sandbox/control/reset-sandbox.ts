/** Everything forgotten: an empty sandbox with its wallets, at the real time. */
import { sql } from "kysely";
import { openWallets } from "#server/sandbox/ledger/wallets.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";

export async function resetSandbox(sandbox: Sandbox, currencies: readonly string[]): Promise<void> {
	await sql`truncate sandbox.request, sandbox.fault, sandbox.message, sandbox.handset, sandbox.step, sandbox.history,
		sandbox.movement, sandbox.transaction, sandbox.entry, sandbox.journal, sandbox.wallet, sandbox.account,
		sandbox.reference_counter`.execute(sandbox.database);
	await sandbox.database.updateTable("control").set({ seed: null, seed_days: null, seeded_for: null }).execute();
	await sandbox.control.reset();
	await openWallets(sandbox.database, currencies, sandbox.control.now());
}

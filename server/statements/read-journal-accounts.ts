import type { JournalAccounts } from "#lib/contracts/journal.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { readAccounts } from "#server/statements/journal-accounts.ts";

/** Reads the accounts of the journal. Throws forbidden. */
export async function readJournalAccounts(context: Context): Promise<JournalAccounts> {
	requirePermission(context, "settings.read");
	return readAccounts(context.database);
}

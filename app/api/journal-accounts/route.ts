import { journalAccountsSchema } from "#lib/contracts/journal.ts";
import { handle } from "#server/http/route-handler.ts";
import { changeJournalAccounts } from "#server/statements/change-journal-accounts.ts";
import { readJournalAccounts } from "#server/statements/read-journal-accounts.ts";

export const GET = handle({ action: "settings.read" }, readJournalAccounts);

export const PUT = handle({ action: "settings.manage", body: journalAccountsSchema }, changeJournalAccounts);

import { type JournalAccounts, journalAccountsSchema } from "#lib/contracts/journal.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { keepSetting } from "#server/guarded-changes/record-change.ts";
import { parseInput } from "#server/parse-input.ts";
import { JOURNAL_ACCOUNTS } from "#server/statements/journal-accounts.ts";
import { awaitAuditTurn } from "#server/store/audit-log.ts";

/** One admin suffices: accounts move no money and relax no control. Throws forbidden, invalid_input, too_new_to_decide. */
export async function changeJournalAccounts(context: Context, input: JournalAccounts): Promise<JournalAccounts> {
	const accounts = parseInput(journalAccountsSchema, input);
	await withPermission(context, "settings.manage", async (trx) => {
		await awaitAuditTurn(trx);
		const { rules, ...plain } = accounts;
		const setting = { name: JOURNAL_ACCOUNTS, value: accounts, action: "setting.journal_accounts" };
		const details = { ...plain, rules: String(rules.length) };
		await keepSetting(trx, { ...setting, details }, { at: context.clock.now(), by: context.member.id });
	});
	return accounts;
}

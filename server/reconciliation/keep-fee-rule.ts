import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { KeptFeeRule } from "#lib/contracts/reconciliation.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { keepSetting } from "#server/guarded-changes/record-change.ts";
import { FEE_RULES } from "#server/payment-records/expected-fee.ts";
import { readFeeRule, readFeeRules } from "#server/reconciliation/proof/fee-rules.ts";
import { queueReconciliation } from "#server/reconciliation/queue-reconciliation.ts";
import { awaitAuditTurn } from "#server/store/audit-log.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { requireWalletKey } from "#server/wallets/balance-readings.ts";

/**
 * Stores how the service counts a wallet's fees, and queues a new proof of its newest days with a gap; proved days keep their rule.
 * One admin suffices, since the rule moves no money, hides no line and spares no second person. Throws forbidden, wallet_unknown,
 * too_new_to_decide, stale_version.
 */
export async function keepFeeRule(context: Context, { currency, rule, seen }: KeptFeeRule): Promise<void> {
	const wallet = requireWalletKey(context, currency);
	await withPermission(context, "settings.manage", async (trx) => {
		// The row comes before the audit turn, as in a decision: another order can deadlock.
		await sql`update reconciliation_wallet set touched_from = '2000-01-01', touched_until = now()
			where environment = ${wallet.environment} and currency = ${currency}`.execute(trx);
		await awaitAuditTurn(trx);
		if (seen && !isDeepStrictEqual(seen, await readFeeRule(trx, { currency })))
			throw new AppError("stale_version", "another admin changed the rule since");
		const others = (await readFeeRules(trx)).filter((each) => each.currency !== currency);
		const value = { wallets: [...others, { currency, rule }] };
		const types = rule.types.map(({ type, effect }) => `${type} ${effect === "in" ? "+" : "−"}`).join(", ");
		const details = { currency, deposit: rule.deposit, withdrawal: rule.withdrawal, ...(types && { types }) };
		const step = { at: context.clock.now(), by: context.member.id };
		await keepSetting(trx, { name: FEE_RULES, value, action: "setting.fee_rule_kept", details }, step);
		await publishUpdate(trx, { topic: "reconciliation", id: currency });
		await queueReconciliation(trx, currency);
	});
}

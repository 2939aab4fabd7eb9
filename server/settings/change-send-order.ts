import type { SendOrder } from "#lib/contracts/payout-rule.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { keepSetting } from "#server/guarded-changes/record-change.ts";
import { readSmallerFirst, SMALLER_FIRST } from "#server/payment-records/payment-settings.ts";
import { wakePayouts } from "#server/payment-records/send-job.ts";
import { awaitAuditTurn } from "#server/store/audit-log.ts";

/**
 * Sets which approved payouts leave first while a wallet's balance does not suffice for all. One admin suffices, since the order
 * relaxes no control. Throws forbidden, wallet_unknown.
 */
export async function changeSendOrder(context: Context, { currency, smallerFirst }: SendOrder): Promise<SendOrder> {
	const { environment, walletCurrencies, payoutLanes } = context.config;
	if (!walletCurrencies.includes(currency)) throw new AppError("wallet_unknown", `no wallet in ${currency}`);
	await withPermission(context, "settings.manage", async (trx) => {
		await awaitAuditTurn(trx);
		const known = await readSmallerFirst(trx);
		if (known.includes(currency) === smallerFirst) return;
		const others = known.filter((code) => code !== currency);
		const value = { currencies: smallerFirst ? [...others, currency] : others };
		const action = smallerFirst ? "setting.smaller_first" : "setting.oldest_first";
		const step = { at: context.clock.now(), by: context.member.id };
		await keepSetting(trx, { name: SMALLER_FIRST, value, action, details: { currency } }, step);
		await wakePayouts(trx, { environment, currency }, payoutLanes);
	});
	return { currency, smallerFirst };
}

import type { SharedWallet } from "#lib/contracts/wallet-witness.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { readSharedWallets, SHARED_WALLETS } from "#server/continuity/shared-wallets.ts";
import { AppError } from "#server/errors.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";

/**
 * Says whether other systems use a wallet too. When they do, what they take is no reason to hold payouts that do not fit it
 * exactly: a looser watch. Throws forbidden, wallet_unknown.
 */
export async function changeSharedWallet(context: Context, { currency, shared }: SharedWallet): Promise<SharedWallet> {
	demand(context, "settings.manage");
	const { clock, config, member, database } = context;
	if (!config.walletCurrencies.includes(currency)) throw new AppError("wallet_unknown", `no wallet in ${currency}`);
	await database.transaction().execute(async (trx) => {
		await awaitAuditTurn(trx);
		const before = await readSharedWallets(trx);
		if (before.includes(currency) === shared) return;
		const currencies = before.filter((code) => code !== currency).concat(shared ? [currency] : []);
		const row = { value: JSON.stringify({ currencies }), changed_at: clock.now(), changed_by: member.id };
		await trx
			.insertInto("setting")
			.values({ name: SHARED_WALLETS, ...row })
			.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
			.execute();
		await recordAudit(trx, {
			at: clock.now(),
			memberId: member.id,
			action: shared ? "setting.wallet_shared" : "setting.wallet_not_shared",
			subjectKind: "wallet",
			subjectId: currency,
		});
		await tellChange(trx, { topic: "settings", id: SHARED_WALLETS });
	});
	return { currency, shared };
}

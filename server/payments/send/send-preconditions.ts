/**
 * Checks whether a stop, the database or the wallet prevents sending: twice before the permit, and once in its transaction.
 * `recheckRules` checks the payment itself.
 */
import type { PaymentKind } from "#lib/payment-state.ts";
import type { Obstacle } from "#lib/send-obstacles.ts";
import type { Config } from "#server/config.ts";
import { isWalletProved } from "#server/continuity/continuity-gap.ts";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { ENVIRONMENT_IN_USE, environmentOf } from "#server/continuity/environment-in-use.ts";
import { SENDING_STOPPED } from "#server/continuity/sending-stop.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/prepared-statements.ts";

/** Returns null when nothing in this database prevents sending. `stopIfDatabaseSuspect` finds a mismatch that only a head file shows. */
export async function checkSendPreconditions(
	database: Database,
	{ environment, walletCurrencies }: Pick<Config, "environment" | "walletCurrencies">,
	payment: { kind: PaymentKind; environment: string; currency: string },
): Promise<Obstacle | null> {
	if (payment.environment !== environment) return { kind: "other_environment" };
	const stops = await database
		.selectFrom("setting")
		.modifyFront(PREPARED)
		.select(["name", "value"])
		.where("name", "in", [SENDING_STOPPED, DATABASE_MISMATCH, ENVIRONMENT_IN_USE])
		.execute();
	const isOther = stops.some(({ name, value }) => name === ENVIRONMENT_IN_USE && environmentOf(value) !== environment);
	if (isOther || stops.some(({ name }) => name === DATABASE_MISMATCH)) return { kind: "database_mismatch" };
	// guard: stop-prevents-sending
	if (stops.some(({ name }) => name === SENDING_STOPPED)) return { kind: "sending_stopped" };
	// guard: held-wallet-stops-no-deposit
	if (payment.kind === "deposit") return null;
	if (!walletCurrencies.includes(payment.currency)) return { kind: "wallet_not_configured" };
	return (await isWalletProved(database, payment)) ? null : { kind: "wallet_unproved" };
}

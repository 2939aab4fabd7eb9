import { expect, test } from "vitest";
import { expirePayments } from "#server/payments/approve/expire-payments.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { HOUR } from "#tests/support/wallet/reconciled-wallet.ts";
import { openNight } from "#tests/support/wallet/wallet-night.ts";

const { clock, system, database, born, approved, prove } = await openNight();

test("a payout does not expire when its wallet comes into question while its expiry waits for the row", async () => {
	const [payout] = await approved("5000");
	clock.advance(60 * 24 * HOUR);
	const { expiry } = await database.transaction().execute(async (trx) => {
		await trx
			.selectFrom("payment")
			.selectAll()
			.where("id", "=", payout?.id ?? "")
			.forUpdate()
			.execute();
		const expiry = expirePayments(system);
		await untilWaiting(database, 1);
		await born();
		return { expiry };
	});
	expect(await expiry).toBe(0);
	await prove();
	expect(await expirePayments(system)).toBe(1);
});

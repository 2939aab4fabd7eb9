import { expect, test } from "vitest";
import { expirePayments } from "#server/payments/approve/expire-payments.ts";
import { meetObstacle } from "#server/payments/send/meet-obstacle.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { HOUR } from "#tests/support/wallet/reconciled-wallet.ts";
import { openNight } from "#tests/support/wallet/wallet-night.ts";

const { clock, desk, system, database, born, approved, prove } = await openNight();

/** The wallet comes into question while `end` waits for the payout's row. */
async function inQuestion<Answer>(id: string, end: () => Promise<Answer>): Promise<Answer> {
	const { ending } = await database.transaction().execute(async (trx) => {
		await trx.selectFrom("payment").selectAll().where("id", "=", id).forUpdate().execute();
		const ending = end();
		await untilWaiting(database, 1);
		await born();
		return { ending };
	});
	return ending;
}

test("a payout does not expire when its wallet comes into question while its expiry waits for the row", async () => {
	const [payout] = await approved("5000");
	clock.advance(60 * 24 * HOUR);
	expect(await inQuestion(payout?.id ?? "", () => expirePayments(system))).toBe(0);
	await prove();
	expect(await expirePayments(system)).toBe(1);
});

test("a payout over its limit does not end as not sent when its wallet comes into question meanwhile", async () => {
	const [payout] = await approved("5000");
	const row = await desk.row(payout?.id ?? "");
	const end = () => meetObstacle(system, row, { kind: "over_limit" });
	await prove();
	expect(await inQuestion(row.id, end)).toBe("gone");
	expect(await desk.state(row.id)).toBe("approved");
	await prove();
	expect(await end()).toBe("over_limit");
	expect(await desk.state(row.id)).toBe("not_sent");
});

import { type BlockedNumber, type BlockRequest, blockRequestSchema } from "#lib/contracts/recipient.ts";
import { withPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { maskNumber } from "#server/log.ts";
import { parseInput } from "#server/parse-input.ts";
import { refuseOtherForm } from "#server/recipients/recipient-facts.ts";
import { recordRecipient } from "#server/recipients/recipient-row.ts";
import type { Database } from "#server/store/database.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

/**
 * Blocks the number: no payout to it is requested, approved or sent; waiting payouts keep their state. Throws forbidden, invalid_input,
 * conflict (the number is blocked already).
 */
export async function blockNumber(context: Context, input: BlockRequest): Promise<BlockedNumber> {
	const { number, reason } = parseInput(blockRequestSchema, input);
	refuseOtherForm(number);
	await withPermission(context, "recipient.block", async (trx) => {
		const inserted = await trx
			.insertInto("blocked_number")
			.values({ number, reason, at: context.clock.now(), member_id: context.member.id })
			.onConflict((conflict) => conflict.column("number").doNothing())
			.returning("number")
			.executeTakeFirst();
		if (!inserted) throw new AppError("conflict", "already blocked", { fields: { number: "number_blocked" } });
		const details = { number: maskNumber(number), reason };
		await recordRecipient(context, trx, { action: "recipient.blocked", id: null, details });
	});
	const row = await selectBlocked(context.database)
		.where("blocked_number.number", "=", number)
		.executeTakeFirstOrThrow();
	return withIsoTimes(row);
}

export function selectBlocked(database: Database) {
	return database
		.selectFrom("blocked_number")
		.innerJoin("member", "member.id", "blocked_number.member_id")
		.leftJoin("recipient", (join) =>
			join.onRef("recipient.number", "=", "blocked_number.number").on("recipient.archived_at", "is", null),
		)
		.select(["blocked_number.number", "blocked_number.reason", "blocked_number.at"])
		.select(["recipient.name", "member.name as by"]);
}

import type { Asked } from "#lib/contracts/change-request.ts";
import { doubtAcknowledgementSchema } from "#lib/contracts/configuration.ts";
import { demandStill } from "#server/access/demand-still.ts";
import { demand } from "#server/access/permissions.ts";
import { askForChange } from "#server/change-requests/ask/ask-for-change.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { parseInput } from "#server/parse-input.ts";
import { DATABASE_DOUBT, doubtSchema } from "#server/payments/stop/database-doubt.ts";

/**
 * An admin has looked at a database that is older than it should be, or of another service, and asks to go on with it; a second
 * one, who looks as well, lets it. Throws forbidden, invalid_input, conflict (no doubt), change_waits.
 */
export async function acknowledgeDoubt(context: Context, input: { reason: string }): Promise<Asked> {
	demand(context, "settings.manage");
	const { reason } = parseInput(doubtAcknowledgementSchema, input);
	return context.database.transaction().execute(async (trx) => {
		await demandStill(context, trx, "settings.manage");
		const row = await trx.selectFrom("setting").select("value").where("name", "=", DATABASE_DOUBT).executeTakeFirst();
		if (!row) throw new AppError("conflict", "the database is not in doubt");
		const { id, kind } = doubtSchema.parse(row.value);
		// Each held payout wants a word of its own: see server/continuity/answer-wallet.ts.
		if (kind === "wallet_unproved") throw new AppError("conflict", "the wallet is in doubt, not the database");
		const [before, after] = [{ acknowledged: false }, { acknowledged: true }];
		return askForChange(context, trx, { kind: "database_doubt", subject: id, before, after, note: reason });
	});
}

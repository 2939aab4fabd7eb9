/** Two admins go on with a database in doubt: the one's wish and the other's word in one transaction, as the database counts them. */
import { sql } from "kysely";
import { confirmChange } from "#server/change-requests/confirm-change.ts";
import type { Actor, Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { DATABASE_DOUBT, doubtSchema } from "#server/payments/stop/database-doubt.ts";
import { lockWaiting } from "#server/payments/stop/stop-waiting.ts";

const DAY_MS = 24 * 3_600_000;

export async function acknowledgeByTwo(asker: Context, second: Actor, reason: string): Promise<void> {
	await asker.database.transaction().execute(async (trx) => {
		await lockWaiting(trx);
		const stop = await trx.selectFrom("setting").select("value").where("name", "=", DATABASE_DOUBT).executeTakeFirst();
		const doubt = doubtSchema.safeParse(stop?.value).data;
		if (!doubt || doubt.kind === "wallet_unproved") throw new AppError("conflict", "the database is not in doubt");
		const row = await trx
			.insertInto("change_request")
			.values({
				id: `${doubt.id} ${asker.clock.now().getTime()}`,
				...{ kind: "database_doubt", subject: doubt.id, note: reason, state: "waiting", asked_by: asker.member.id },
				before: JSON.stringify({ acknowledged: false }),
				after: JSON.stringify({ acknowledged: true }),
				// As the guard of the database writes it over whatever is said here.
				expires_at: sql<Date>`now() + ${DAY_MS} * interval '1 millisecond'`,
			})
			.returningAll()
			.executeTakeFirstOrThrow();
		const { state } = await confirmChange(asker, trx, row, second);
		if (state === "void") throw new AppError("conflict", "the doubt is another one by now");
	});
}

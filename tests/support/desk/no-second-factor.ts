/**
 * Switches off the second factor requirement, for tests of anything else. A new desk requires it of approvers and admins.
 */
import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";

export async function askNoSecondFactor(database: Database): Promise<void> {
	const row = {
		value: JSON.stringify({ policy: "off", passwordless: true }),
		changed_at: new Date(),
		changed_by: null,
	};
	await asOwner(database, (trx) =>
		trx
			.insertInto("setting")
			.values({ name: "second_factor", ...row })
			.onConflict((conflict) => conflict.column("name").doUpdateSet(row))
			.execute(),
	);
}

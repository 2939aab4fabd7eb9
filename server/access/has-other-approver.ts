import { may, ROLES } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";

/** Returns true when somebody other than the reader may approve payouts. Returns false on a new desk that has only its first admin. */
export async function hasOtherApprover({ database, member }: Context): Promise<boolean> {
	const other = await database
		.selectFrom("member")
		.select("id")
		.where("id", "<>", member.id)
		.where("disabled_at", "is", null)
		.where(
			"role",
			"in",
			ROLES.filter((role) => may(role, "payout.decide")),
		)
		.limit(1)
		.executeTakeFirst();
	return other !== undefined;
}

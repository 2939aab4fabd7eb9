import { sql } from "kysely";
import type { Need } from "#lib/contracts/overview.ts";
import { may } from "#lib/roles.ts";
import type { Context } from "#server/context.ts";

/** Lists second factors of members with rights that do not count yet, so that a member notices one added by somebody else. */
export async function findNewFactors(context: Context): Promise<Need[]> {
	if (!may(context.member.role, "payout.decide")) return [];
	const { rows } = await sql<{ count: number; since: Date | null }>`
		select count(*)::integer as count, min(counts_from) - interval '24 hours' as since
		from (
			select member_id, counts_from from passkey
			union all select member_id, counts_from from totp where confirmed_at is not null
		) as factor
		join member on member.id = factor.member_id
		where counts_from > now() and member_rank(role, disabled_at) > 0`.execute(context.database);
	const [found] = rows;
	if (!found || found.count === 0) return [];
	const nothing = { currency: null, amount: null, payment: null };
	return [{ kind: "new_factor", count: found.count, ...nothing, since: found.since?.toISOString() ?? null }];
}

import type { OwnFactors } from "#lib/contracts/second-factor.ts";
import { requiresFactor } from "#lib/members/second-factor-policy.ts";
import type { Actor, SystemContext } from "#server/context.ts";
import { readFactors } from "#server/second-factor/factors-of.ts";
import { readSecondFactorRules } from "#server/second-factor/read-policy.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";

/** Reads the member's own factors, without secrets. */
export async function readOwnFactors(system: SystemContext, member: Actor): Promise<OwnFactors> {
	const { database, config } = system;
	const passkeys = await database
		.selectFrom("passkey")
		.select(["id", "name", "backed_up", "created_at", "last_used_at"])
		.where("member_id", "=", member.id)
		.orderBy("created_at")
		.orderBy("id")
		.execute();
	const totp = await database
		.selectFrom("totp")
		.select(["created_at", "last_used_at"])
		.where("member_id", "=", member.id)
		.where("confirmed_at", "is not", null)
		.executeTakeFirst();
	const { recoveryCodes } = await readFactors(database, member.id);
	return {
		passkeys: passkeys.map((row) => ({
			id: row.id,
			name: row.name,
			backedUp: row.backed_up,
			createdAt: row.created_at.toISOString(),
			lastUsedAt: row.last_used_at?.toISOString() ?? null,
		})),
		totp: totp
			? { createdAt: totp.created_at.toISOString(), lastUsedAt: totp.last_used_at?.toISOString() ?? null }
			: null,
		recoveryCodes,
		demanded: requiresFactor((await readSecondFactorRules(database)).policy, member.role),
		passkeysPossible: relyingParty(config).possible,
	};
}

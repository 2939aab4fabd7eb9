/** The second factor of those in the demo who must have one: an authenticator app that the sign-in of a demo plays itself. */
import { randomBytes } from "node:crypto";
import { demandsFactor } from "#lib/second-factor-policy.ts";
import { DEMO_MEMBERS } from "#server/cli/demo-data/demo-members.ts";
import type { Config } from "#server/config.ts";
import { issueRecoveryCodes } from "#server/second-factor/enrol/issue-recovery-codes.ts";
import { openSecret, sealSecret } from "#server/second-factor/seal-secret.ts";
import { asOwner } from "#server/store/as-owner.ts";
import type { Database } from "#server/store/database.ts";

/** Again at each start: one that cannot be opened any more, since the folder lost its password, is replaced. */
export async function giveDemoFactors(
	database: Database,
	config: Pick<Config, "sessionPasswords">,
	at: Date,
): Promise<void> {
	const emails = DEMO_MEMBERS.filter(({ role }) => demandsFactor("approvers", role)).map(({ email }) => email);
	const members = await database
		.selectFrom("member")
		.leftJoin("totp", "totp.member_id", "member.id")
		.select(["member.id", "totp.secret"])
		.where("email", "in", emails)
		.execute();
	for (const { id, secret } of members) {
		if (secret !== null && openSecret(config, id, secret) !== null) continue;
		const row = {
			secret: sealSecret(config, id, new Uint8Array(randomBytes(20))),
			...{ created_at: at, confirmed_at: at, last_used_at: null, last_step: null },
		};
		await asOwner(database, async (trx) => {
			await trx
				.insertInto("totp")
				.values({ member_id: id, ...row })
				.onConflict((conflict) => conflict.column("member_id").doUpdateSet(row))
				.execute();
			await issueRecoveryCodes(trx, at, id);
		});
	}
}

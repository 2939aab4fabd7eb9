/** Plays the member's authenticator in a demo, because viewers have no phone with these accounts. */
import type { DemoCode } from "#lib/contracts/second-factor.ts";
import type { SystemContext } from "#server/context.ts";
import { openSecret } from "#server/second-factor/seal-secret.ts";
import { nextCode } from "#server/second-factor/totp-code.ts";

/**
 * Null outside a demo: requires the sandbox, which answers only on this machine, and a database that the demo created and marked,
 * which no desk with a real service accepts.
 */
export async function readDemoCode(
	{ config, database, clock }: Pick<SystemContext, "config" | "database" | "clock">,
	memberId: string,
): Promise<DemoCode | null> {
	if (!config.isSandbox) return null;
	const row = await database
		.selectFrom("totp")
		.innerJoin("setting", (join) => join.on("setting.name", "=", "demo"))
		.select(["secret", "last_step"])
		.where("member_id", "=", memberId)
		.where("confirmed_at", "is not", null)
		.executeTakeFirst();
	const secret = row && openSecret(config, memberId, row.secret);
	if (!secret) return null;
	const lastStep = row.last_step === null ? null : Number(row.last_step);
	return nextCode(secret, { now: clock.now(), lastStep });
}

/** In a demo alone the desk plays the member's authenticator: whoever looks at it has no phone that knows these people. */
import type { DemoCode } from "#lib/contracts/second-factor.ts";
import type { SystemContext } from "#server/context.ts";
import { openSecret } from "#server/second-factor/seal-secret.ts";
import { nextCode } from "#server/second-factor/totp-code.ts";

/**
 * Null everywhere but in a demo: behind the sandbox, which answers on this machine alone, and in a database that the demo made
 * and marked, which no desk with a real service starts with.
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

import type { FactorQuestion } from "#lib/contracts/second-factor.ts";
import type { LiveSession } from "#server/access/read-session.ts";
import type { SystemContext } from "#server/context.ts";
import { askPasskey } from "#server/second-factor/ask-passkey.ts";
import { newChallenge } from "#server/second-factor/challenges.ts";
import { readDemoCode } from "#server/second-factor/demo-code.ts";
import { methodsOf, readFactors } from "#server/second-factor/factors-of.ts";

/** What the member of a session that owes its second step may answer with. */
export async function askSecondStep(
	system: SystemContext,
	{ member, key }: Pick<LiveSession, "member" | "key">,
): Promise<FactorQuestion> {
	const factors = await readFactors(system.database, member.id);
	const use = { purpose: "second_step", sessionKey: key } as const;
	const now = system.clock.now();
	return {
		methods: methodsOf(factors),
		passkey:
			factors.passkeys.length === 0
				? null
				: await askPasskey(system.config, await newChallenge(system.database, now, use), factors.passkeys),
		demo: await readDemoCode(system, member.id),
	};
}

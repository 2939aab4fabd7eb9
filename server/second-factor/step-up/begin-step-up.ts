import { randomBytes } from "node:crypto";
import { type StepUpNeed, type StepUpQuestion, stepUpNeedSchema } from "#lib/contracts/second-factor.ts";
import { hasOwnPassword } from "#server/access/has-own-password.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { askPasskey } from "#server/second-factor/ask-passkey.ts";
import { readDemoCode } from "#server/second-factor/demo-code.ts";
import { methodsOf } from "#server/second-factor/factors-of.ts";
import { findSubjects } from "#server/second-factor/step-up/find-subjects.ts";
import { challengeOf, listDigest } from "#server/second-factor/step-up/list-digest.ts";
import { readWeighingFactors } from "#server/second-factor/step-up/weighing-factors.ts";

const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Asks who is there, for one purpose; for approving and settling, bound to a list of payments as they stand now.
 * Throws `invalid_input`, `not_found`, `stale_version`, `factor_too_new`.
 */
export async function beginStepUp(
	context: Context,
	{ sessionKey, need }: { sessionKey: string; need: StepUpNeed },
): Promise<StepUpQuestion> {
	const { database, clock, member, config } = context;
	const asked = stepUpNeedSchema.parse(need);
	const isBound = asked.purpose === "approve" || asked.purpose === "settle";
	if (isBound !== (asked.subjects !== undefined))
		throw new AppError("invalid_input", "a list is for what is bound to it", { fields: { subjects: "invalid" } });
	const { digests, payments } = await findSubjects(database, asked);
	const id = randomBytes(16).toString("hex");
	const digest = isBound ? listDigest(digests) : null;
	const parts = { nonce: randomBytes(32).toString("base64url"), sessionKey, purpose: asked.purpose, digest };
	await database.transaction().execute(async (trx) => {
		const { nonce, purpose } = parts;
		const row = { id, member_id: member.id, session_key: sessionKey, purpose, digest, nonce };
		await trx
			.insertInto("step_up")
			.values({ ...row, created_at: clock.now() })
			.execute();
		if (digests.length > 0)
			await trx
				.insertInto("step_up_subject")
				.values([...new Set(digests)].map((each) => ({ step_up_id: id, digest: each })))
				.execute();
		// The record says who proved what; the rows themselves are of no use after this long.
		await trx
			.deleteFrom("step_up")
			.where("created_at", "<", new Date(clock.now().getTime() - KEPT_MS))
			.execute();
	});
	const factors = await readWeighingFactors(database, { memberId: member.id, purpose: asked.purpose });
	// Who comes through the provider alone has nothing to prove it with before a passkey or an app is set up.
	const password = (await hasOwnPassword(context, member.id)) ? (["password"] as const) : [];
	const methods = factors ? methodsOf(factors) : password;
	const passkeys = factors?.passkeys ?? [];
	const passkey = passkeys.length > 0 ? await askPasskey(config, challengeOf(parts), passkeys) : null;
	return {
		...{ id, purpose: asked.purpose, payments, methods: [...methods], passkey },
		demo: await readDemoCode(context, member.id),
	};
}

import { randomBytes } from "node:crypto";
import type { TotpEnrolment } from "#lib/contracts/second-factor.ts";
import { qrPath } from "#lib/qr-path.ts";
import type { Context } from "#server/context.ts";
import { type Enrolled, enrol } from "#server/second-factor/enrol/enrol.ts";
import { openSecret, sealSecret } from "#server/second-factor/seal-secret.ts";
import { enrolmentOf, stepOfCode } from "#server/second-factor/totp-code.ts";
import { countGuess, forgiveGuess, wrongCode } from "#server/second-factor/verify-answer.ts";
import { actAs, type DatabaseTransaction } from "#server/store/database.ts";

/** RFC 4226 recommends 20 bytes, the size of an SHA-1 digest, on which the codes are based. */
const SECRET_BYTES = 20;
/** A page that is loaded again, as phones do when the member returns from the app, shows the same secret for this time. */
const SAME_SECRET_MS = 10 * 60_000;

/**
 * Creates a secret, inactive until its first code confirms it in the same session; a later call, or one of another session, replaces it.
 * Until then the member's present app stays. Throws `step_up_needed`.
 */
export async function askNewTotp(context: Context, { sessionKey }: { sessionKey: string }): Promise<TotpEnrolment> {
	const { database, clock, config, member } = context;
	const owner = enrolledBy(member.id, sessionKey);
	const secret = await database.transaction().execute(async (trx) => {
		await context.presence.requireFresh(trx, "account");
		const waiting = await trx
			.selectFrom("new_totp")
			.select("secret")
			.where("member_id", "=", member.id)
			.where("created_at", ">", new Date(clock.now().getTime() - SAME_SECRET_MS))
			.executeTakeFirst();
		const same = waiting && openSecret(config, owner, waiting.secret);
		if (same) return same;
		const made = new Uint8Array(randomBytes(SECRET_BYTES));
		const row = { secret: sealSecret(config, owner, made), created_at: clock.now() };
		await trx
			.insertInto("new_totp")
			.values({ member_id: member.id, ...row })
			.onConflict((conflict) => conflict.column("member_id").doUpdateSet(row))
			.execute();
		return made;
	});
	const { uri, text } = enrolmentOf(secret, { issuer: config.businessName, email: member.email });
	return { text, qr: qrPath(uri) };
}

/** Replaces the member's present app. Throws `step_up_needed`, `invalid_input` (`code`: wrong_code), `too_many_attempts`. */
export async function confirmTotp(
	context: Context,
	{ code, sessionKey }: { code: string; sessionKey: string },
): Promise<Enrolled> {
	const { database, clock, member } = context;
	const guess = { memberId: member.id, guesser: `session:${sessionKey}` };
	await countGuess(database, clock.now(), guess);
	return enrol(context, { kind: "totp", sessionKey }, async (trx) => {
		await storeTotp(context, trx, { code, sessionKey });
		await forgiveGuess(trx, guess);
		return {};
	});
}

async function storeTotp(
	{ config, clock, member }: Context,
	trx: DatabaseTransaction,
	{ code, sessionKey }: { code: string; sessionKey: string },
): Promise<void> {
	const waiting = trx.deleteFrom("new_totp").where("member_id", "=", member.id).returning("secret");
	const sealed = (await waiting.executeTakeFirst())?.secret;
	const secret = sealed && openSecret(config, enrolledBy(member.id, sessionKey), sealed);
	const now = clock.now();
	const step = secret ? stepOfCode(secret, code, { now, lastStep: null }) : null;
	if (!secret || step === null) throw wrongCode();
	const times = { created_at: now, confirmed_at: now, last_used_at: now };
	const row = { secret: sealSecret(config, member.id, secret), last_step: step, ...times };
	await actAs(trx, "own_factor", member.id);
	const added = trx.insertInto("totp").values({ member_id: member.id, ...row });
	await added.onConflict((conflict) => conflict.column("member_id").doUpdateSet(row)).execute();
}

/** Returns the owner's name for `sealSecret`: another session, which others may use, can neither read nor confirm the new secret. */
function enrolledBy(memberId: string, sessionKey: string): string {
	return `${memberId}:${sessionKey}`;
}

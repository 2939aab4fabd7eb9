import { randomBytes } from "node:crypto";
import type { TotpEnrolment } from "#lib/contracts/second-factor.ts";
import { qrPath } from "#lib/qr-path.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { type Enrolled, enrol } from "#server/second-factor/enrol/enrol.ts";
import { sealSecret } from "#server/second-factor/seal-secret.ts";
import { enrolmentOf } from "#server/second-factor/totp-code.ts";
import { countGuess, forgiveGuess, verifyTotp } from "#server/second-factor/verify-answer.ts";

/** RFC 4226 recommends 20 bytes, the size of an SHA-1 digest, on which the codes are based. */
const SECRET_BYTES = 20;

/**
 * Creates a secret, inactive until its first code confirms it; a new call replaces it. Throws `step_up_needed`, `conflict` (an app exists).
 */
export async function askNewTotp(context: Context): Promise<TotpEnrolment> {
	const { database, clock, config, member } = context;
	const secret = new Uint8Array(randomBytes(SECRET_BYTES));
	const row = { secret: sealSecret(config, member.id, secret), created_at: clock.now() };
	await database.transaction().execute(async (trx) => {
		await context.presence.requireFresh(trx, "account");
		await trx
			.insertInto("totp")
			.values({ member_id: member.id, ...row })
			.onConflict((conflict) => conflict.column("member_id").doUpdateSet(row).where("totp.confirmed_at", "is", null))
			.returning("member_id")
			.executeTakeFirstOrThrow(() => new AppError("conflict", "the member already has an authenticator app"));
	});
	const { uri, text } = enrolmentOf(secret, { issuer: config.businessName, email: member.email });
	return { text, qr: qrPath(uri) };
}

/** Throws `step_up_needed`, `invalid_input` (`code`: wrong_code), `too_many_attempts`. */
export async function confirmTotp(
	context: Context,
	{ code, sessionKey }: { code: string; sessionKey: string },
): Promise<Enrolled> {
	const { database, clock, member } = context;
	const guess = { memberId: member.id, guesser: `session:${sessionKey}` };
	await countGuess(database, clock.now(), guess);
	return enrol(context, { kind: "totp", sessionKey }, async (trx) => {
		await verifyTotp(context, trx, { memberId: member.id, code, confirmed: false });
		await forgiveGuess(trx, guess);
		return {};
	});
}

/** An authenticator app of one's own: its secret, and the first code that shows that the app has it. */
import { randomBytes } from "node:crypto";
import type { TotpEnrolment } from "#lib/contracts/second-factor.ts";
import { qrPath } from "#lib/qr-path.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { countGuess, forgiveGuess } from "#server/second-factor/count-guess.ts";
import { actInSession } from "#server/second-factor/enrol/act-in-session.ts";
import { concludeEnrolment, type Enrolled } from "#server/second-factor/enrol/conclude-enrolment.ts";
import { hasFactor, readFactors } from "#server/second-factor/factors-of.ts";
import { lockMember } from "#server/second-factor/lock-member.ts";
import { sealSecret } from "#server/second-factor/seal-secret.ts";
import { enrolmentOf } from "#server/second-factor/totp-code.ts";
import { verifyTotp } from "#server/second-factor/verify-code.ts";

/** As RFC 4226 asks: as long as the digest of the codes. */
const SECRET_BYTES = 20;

/** Counts for nothing until it is confirmed; asking again makes a new one. Throws `step_up_needed`, `conflict` (there is one). */
export async function askNewTotp(context: Context): Promise<TotpEnrolment> {
	const { database, clock, config, member } = context;
	const secret = new Uint8Array(randomBytes(SECRET_BYTES));
	const row = { secret: sealSecret(config, member.id, secret), created_at: clock.now() };
	await database.transaction().execute(async (trx) => {
		await context.presence.demand(trx, { purpose: "account" });
		const kept = await trx
			.insertInto("totp")
			.values({ member_id: member.id, ...row })
			.onConflict((conflict) => conflict.column("member_id").doUpdateSet(row).where("totp.confirmed_at", "is", null))
			.returning("member_id")
			.executeTakeFirst();
		if (!kept) throw new AppError("conflict", "there is an authenticator app already");
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
	await countGuess(database, clock.now(), member.id);
	return database.transaction().execute(async (trx) => {
		await context.presence.demand(trx, { purpose: "account" });
		await lockMember(trx, member.id);
		await actInSession(trx, sessionKey);
		const isFirst = !hasFactor(await readFactors(trx, member.id));
		await verifyTotp(context, trx, { memberId: member.id, code, confirmed: false });
		await forgiveGuess(trx, member.id);
		return concludeEnrolment(context, trx, { kind: "totp", isFirst, sessionKey });
	});
}

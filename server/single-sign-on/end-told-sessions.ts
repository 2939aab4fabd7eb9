import { sql } from "kysely";
import { endSessionRows } from "#server/access/end-session.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { providerFault } from "#server/single-sign-on/provider-fault.ts";
import { readLogoutToken, type ToldSignOut } from "#server/single-sign-on/read-logout-token.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type System = Pick<SystemContext, "config" | "clock" | "database" | "log">;

/**
 * The provider says that somebody has signed out there: what began there ends here. Of one session where it names one, else all
 * of that person's. Told twice, it is nothing new. Throws `invalid_input`, whatever does not hold; `not_found` without a provider.
 */
export async function endToldSessions(system: System, token: string): Promise<void> {
	const { config, clock, database, log } = system;
	if (!config.singleSignOn) throw new AppError("not_found", "no provider is configured");
	const told = await readLogoutToken(config.singleSignOn, clock, token).catch((error: unknown) => {
		const { code, providerCode } = providerFault(error);
		log.warn({ event: "single_sign_on.sign_out_refused", code, providerCode });
		throw new AppError("invalid_input", "no word of the provider", { fields: { logout_token: "invalid" } });
	});
	const ended = await database.transaction().execute(async (trx) => {
		if (!(await keepOnce(trx, told))) return null;
		return endSessionRows(trx, clock.now(), { where: isMeant(told) });
	});
	if (ended === null) throw new AppError("invalid_input", "told already", { fields: { logout_token: "invalid" } });
}

/** Longer than any such token is believed. */
const KEPT = sql<Date>`now() - interval '1 day'`;

async function keepOnce(trx: DatabaseTransaction, { issuer, jti }: ToldSignOut): Promise<boolean> {
	await trx.deleteFrom("told_sign_out").where("told_at", "<", KEPT).execute();
	const kept = await trx
		.insertInto("told_sign_out")
		.values({ issuer, jti })
		.onConflict((conflict) => conflict.columns(["issuer", "jti"]).doNothing())
		.returning("jti")
		.executeTakeFirst();
	return kept !== undefined;
}

/** Who is named beside the session must be its person. */
function isMeant({ issuer, subject, sid }: ToldSignOut) {
	return sql<boolean>`exists (
		select from provider_session
		join member_identity on member_identity.issuer = provider_session.issuer and member_identity.member_id = session.member_id
		where provider_session.session_key = session.key and provider_session.issuer = ${issuer}
			and (${sid}::text is null or provider_session.sid = ${sid})
			and (${subject}::text is null or member_identity.subject = ${subject})
	)`;
}

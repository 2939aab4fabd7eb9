/** Back from the provider: the errand of this browser, the proved answer, the member, and a new session like every other. */
import { sealData } from "iron-session";
import { roleOfGroups } from "#lib/role-groups.ts";
import { SingleSignOnFault } from "#lib/single-sign-on-fault.ts";
import { endSessionsOf } from "#server/access/end-session.ts";
import { demandSession } from "#server/access/read-session.ts";
import { startInBrowser } from "#server/access/session/start-in-browser.ts";
import { hashSessionId } from "#server/access/session-id.ts";
import type { StartedSession } from "#server/access/sign-in.ts";
import type { SystemContext } from "#server/context.ts";
import { maskEmail } from "#server/log.ts";
import { type AdmittedMember, admitMember } from "#server/single-sign-on/admit-member.ts";
import { askProvider, type Proved } from "#server/single-sign-on/ask-provider.ts";
import type { Errand } from "#server/single-sign-on/errand.ts";
import { sealingKeys } from "#server/single-sign-on/sealing-keys.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface Return {
	errand: Errand | null;
	/** Of the address that the browser came back to. */
	search: string;
	userAgent: string | null;
	/** The session that the browser still carried: ended, an id is never used again. */
	previousSessionId: string | null;
	/** What the browser's own cookie holds, by which it is known. */
	browserToken: string | null;
}

type System = Pick<SystemContext, "database" | "clock" | "config">;

/** Throws SingleSignOnFault. */
export async function finishSignIn(system: System, { errand, search, ...browser }: Return): Promise<StartedSession> {
	const { config, clock, database } = system;
	if (!config.singleSignOn) throw new SingleSignOnFault("not_configured");
	if (!errand) throw new SingleSignOnFault("expired");
	const proved = await askProvider(system, errand, search);
	const role = roleOfGroups(config.singleSignOn.roleGroups, proved.identity.groups);
	const { host } = config.singleSignOn.issuer;
	const at = clock.now();
	const outcome = await database.transaction().execute(async (trx) => {
		const admitted = await admitMember(trx, { identity: proved.identity, role, at, host });
		if (admitted.refused !== null) {
			await recordRefusal(trx, proved, admitted, at);
			return admitted;
		}
		const { memberId } = admitted;
		// Never the second step as well: whoever looks after the provider's accounts does not come in as somebody else.
		const member = trx.selectFrom("member").select("email").where("id", "=", memberId);
		const { email } = await member.executeTakeFirstOrThrow();
		const session = { ...browser, email, memberId, factor: null, details: { provider: host } };
		const started = await startInBrowser(trx, at, session);
		await keepProviderSession(trx, system, started.id, proved);
		return { ...started, refused: null };
	});
	// After the commit: the record keeps the refusal.
	if (outcome.refused !== null) throw new SingleSignOnFault(outcome.refused);
	return { ...(await demandSession(system, outcome.id)), browserToken: outcome.browserToken };
}

async function keepProviderSession(
	trx: DatabaseTransaction,
	{ config }: System,
	id: string,
	{ identity, idToken, provedAt }: Proved,
): Promise<void> {
	const row = {
		// A new session's key is its first id's hash.
		session_key: hashSessionId(id),
		issuer: identity.issuer,
		id_token: await sealData({ idToken }, { password: sealingKeys(config), ttl: 0 }),
		proved_at: provedAt,
		sid: identity.sid,
	};
	await trx.insertInto("provider_session").values(row).execute();
}

async function recordRefusal(
	trx: DatabaseTransaction,
	{ identity }: Proved,
	{ memberId, refused }: AdmittedMember & { refused: string },
	at: Date,
): Promise<void> {
	// Whom the groups admit no more does not stay in by what was opened before.
	if (memberId !== null && (refused === "no_role" || refused === "last_admin")) {
		await endSessionsOf(trx, at, memberId);
		await tellChange(trx, { topic: "members", id: memberId });
	}
	const details = { fault: refused, ...(identity.email === null ? {} : { email: maskEmail(identity.email) }) };
	const fact = { at, memberId: null, action: "session.refused", details };
	await recordAudit(trx, { ...fact, subjectKind: "member", subjectId: memberId });
}

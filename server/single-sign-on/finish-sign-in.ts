import { sealData } from "iron-session";
import * as oidc from "openid-client";
import { roleOfGroups } from "#lib/members/role-groups.ts";
import { SingleSignOnFault } from "#lib/members/single-sign-on-fault.ts";
import { endSessionsOf } from "#server/access/end-session.ts";
import { requireSession } from "#server/access/read-session.ts";
import { type ArrivingBrowser, type StartedSession, startSession } from "#server/access/session/start-session.ts";
import { hashSessionId } from "#server/access/session-id.ts";
import { sealingKeys } from "#server/access/session-passwords.ts";
import type { SystemContext } from "#server/context.ts";
import { maskEmail } from "#server/log.ts";
import { type AdmittedMember, admitMember } from "#server/single-sign-on/admit-member.ts";
import { callbackAddress, FRESH_S } from "#server/single-sign-on/begin-sign-in.ts";
import { type Identity, readIdentity } from "#server/single-sign-on/identity.ts";
import type { LoginState } from "#server/single-sign-on/login-state.ts";
import { openProvider, type Provider } from "#server/single-sign-on/provider.ts";
import { providerFault } from "#server/single-sign-on/provider-fault.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";

export interface Return extends ArrivingBrowser {
	loginState: LoginState | null;
	search: string;
}

type System = Pick<SystemContext, "database" | "clock" | "config">;

/** Signs in the person whom the provider sent back. Throws SingleSignOnFault. */
export async function finishSignIn(
	system: System,
	{ loginState, search, ...browser }: Return,
): Promise<StartedSession> {
	const { config, clock, database } = system;
	if (!config.singleSignOn) throw new SingleSignOnFault("not_configured");
	// Another tab may have begun a sign-in meanwhile: the browser then carries that tab's login state.
	const state = new URLSearchParams(search).get("state");
	if (!loginState || state !== loginState.state) throw new SingleSignOnFault("expired");
	const proved = await askProvider(system, config.singleSignOn, loginState, search);
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
		// The session still needs its second factor: otherwise administrators of the provider could sign in as any member.
		const session = { ...browser, memberId, factor: null, details: { provider: host } };
		const started = await startSession(trx, system, session);
		await keepProviderSession(trx, system, started.id, proved);
		return { ...started, refused: null };
	});
	// Throws only after the commit: a rollback would remove the refusal from the audit log.
	if (outcome.refused !== null) throw new SingleSignOnFault(outcome.refused);
	return { ...(await requireSession(system, outcome.id)), browserToken: outcome.browserToken };
}

async function keepProviderSession(
	trx: DatabaseTransaction,
	{ config }: System,
	id: string,
	{ identity, idToken, provedAt }: Proved,
): Promise<void> {
	const row = {
		// The key of a new session is the hash of its first id.
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
	// Also ends the open sessions of a member to whom the groups no longer give the current role.
	if (memberId !== null && (refused === "no_role" || refused === "last_admin")) {
		await endSessionsOf(trx, at, memberId);
		await publishUpdate(trx, { topic: "members", id: memberId });
	}
	const details: Record<string, string> = { fault: refused };
	if (identity.email !== null) details.email = maskEmail(identity.email);
	if (memberId !== null) details.member = memberId;
	const fact = { at, memberId: null, action: "session.refused", details };
	await recordAudit(trx, { ...fact, subjectKind: "member", subjectId: memberId });
}

interface Proved {
	identity: Identity;
	idToken: string;
	/** The time at which the person last authenticated at the provider. Null: the provider supports `auth_time` but did not send it. */
	provedAt: Date | null;
}

/** Exchanges the code in the callback's query, `search`, for a checked ID token, and adds user info. Throws SingleSignOnFault. */
async function askProvider(
	{ config, clock }: Pick<SystemContext, "config" | "clock">,
	singleSignOn: NonNullable<System["config"]["singleSignOn"]>,
	loginState: LoginState,
	search: string,
): Promise<Proved> {
	try {
		const provider = await openProvider(singleSignOn, clock);
		// A person could remove the request for a fresh authentication from the address, so a provider that knows `auth_time` must send it.
		const saysWhen = provider.serverMetadata().claims_supported?.includes("auth_time") ?? false;
		const tokens = await oidc.authorizationCodeGrant(provider, callbackAddress(config, search), {
			pkceCodeVerifier: loginState.verifier,
			expectedState: loginState.state,
			expectedNonce: loginState.nonce,
			...(loginState.fresh && saysWhen ? { maxAge: FRESH_S } : {}),
		});
		const claims = tokens.claims();
		if (!claims || !tokens.id_token) throw new SingleSignOnFault("unproved", "no_id_token");
		const { groupsClaim } = singleSignOn;
		const isWhole = [groupsClaim, "email", "email_verified", "name"].every((name) => Object.hasOwn(claims, name));
		const more = isWhole ? {} : await readMore(provider, tokens.access_token, claims.sub);
		// If ID token and user info have the same claim, that of the ID token counts, because it is signed.
		const identity = readIdentity({ ...more, ...claims }, groupsClaim);
		// If the provider does not know `auth_time`, we assume that it has just authenticated the person.
		const provedAt = identity.provedAt ?? (saysWhen ? null : clock.now());
		return { identity, idToken: tokens.id_token, provedAt };
	} catch (error) {
		throw providerFault(error);
	}
}

/** Reads user info, if the provider offers it. The library rejects user info of another subject. */
async function readMore(provider: Provider, accessToken: string, subject: string): Promise<Record<string, unknown>> {
	if (!provider.serverMetadata().userinfo_endpoint) return {};
	return oidc.fetchUserInfo(provider, accessToken, subject);
}

import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { sql } from "kysely";
import { z } from "zod";
import { endSessionRows } from "#server/access/end-session.ts";
import type { Config } from "#server/config.ts";
import type { Clock, SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { openProvider, type Provider } from "#server/single-sign-on/provider.ts";
import { providerFault } from "#server/single-sign-on/provider-fault.ts";
import { NO_ORIGIN, withAuditOrigin } from "#server/store/audit-log.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

type System = Pick<SystemContext, "config" | "clock" | "database" | "log">;

/**
 * Ends the session that the logout token names, or all sessions of the token's person when no session is named. A token that was received
 * before changes nothing. Throws `invalid_input` for an invalid or used token, `not_found` without a provider.
 */
export async function backChannelLogout(system: System, token: string): Promise<void> {
	const { config, clock, database, log } = system;
	if (!config.singleSignOn) throw new AppError("not_found", "no provider is configured");
	const logout = await readLogoutToken(config.singleSignOn, clock, token).catch((error: unknown) => {
		const { code, providerCode } = providerFault(error);
		log.warn({ event: "single_sign_on.sign_out_refused", code, providerCode });
		throw new AppError("invalid_input", "the logout token is invalid", { fields: { logout_token: "invalid" } });
	});
	const ended = await database.transaction().execute(async (trx) => {
		if (!(await keepOnce(trx, logout))) return null;
		return withAuditOrigin(NO_ORIGIN, () => endSessionRows(trx, system, { where: isMeant(logout) }));
	});
	if (ended === null)
		throw new AppError("invalid_input", "the logout token was already used", { fields: { logout_token: "invalid" } });
}

/** Received tokens are stored longer than a token may be old, so that none counts twice. */
const KEPT = sql<Date>`now() - interval '1 day'`;

async function keepOnce(trx: DatabaseTransaction, { issuer, jti }: ProviderLogout): Promise<boolean> {
	await trx.deleteFrom("provider_logout").where("received_at", "<", KEPT).execute();
	const kept = await trx
		.insertInto("provider_logout")
		.values({ issuer, jti })
		.onConflict((conflict) => conflict.columns(["issuer", "jti"]).doNothing())
		.returning("jti")
		.executeTakeFirst();
	return kept !== undefined;
}

/** SQL: whether the logout token means this session. A token with session and subject must match both. */
function isMeant({ issuer, subject, sid }: ProviderLogout) {
	return sql<boolean>`exists (
		select from provider_session
		join member_identity on member_identity.issuer = provider_session.issuer and member_identity.member_id = session.member_id
		where provider_session.session_key = session.key and provider_session.issuer = ${issuer}
			and (${sid}::text is null or provider_session.sid = ${sid})
			and (${subject}::text is null or member_identity.subject = ${subject})
	)`;
}

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Only algorithms with public keys: neither a shared secret nor unsigned tokens (`none`). */
const ALGORITHMS = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
/** A logout token is made when it is sent, so five minutes are generous. */
const MOST_AGE_S = 300;
const SKEW_S = 30;
const TIMEOUT_MS = 4_000;

const nameSchema = z.string().min(1).max(255);
const claimsSchema = z
	.object({
		jti: nameSchema,
		sub: nameSchema.optional(),
		sid: nameSchema.optional(),
		events: z.looseObject({ [EVENT]: z.looseObject({}) }),
		// Refuses a token with a nonce: it is an ID token, which must not end a session.
		nonce: z.undefined().optional(),
	})
	.refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

interface ProviderLogout {
	issuer: string;
	jti: string;
	subject: string | null;
	sid: string | null;
}

const keys = new WeakMap<Provider, JWTVerifyGetKey>();

/** Verifies and reads the token. Throws when signature, issuer, audience, age or form is invalid, or when no keys can be read. */
async function readLogoutToken(
	settings: NonNullable<Config["singleSignOn"]>,
	clock: Clock,
	token: string,
): Promise<ProviderLogout> {
	const provider = await openProvider(settings, clock);
	const { issuer } = provider.serverMetadata();
	const { payload } = await jwtVerify(token, keysOf(provider, settings.issuer), {
		issuer,
		audience: settings.clientId,
		algorithms: ALGORITHMS,
		currentDate: clock.now(),
		...{ clockTolerance: SKEW_S, maxTokenAge: MOST_AGE_S, requiredClaims: ["iat", "jti"] },
	});
	requireOneAudience(payload, settings.clientId);
	const { jti, sub, sid } = claimsSchema.parse(payload);
	return { issuer, jti, subject: sub ?? null, sid: sid ?? null };
}

function requireOneAudience({ aud }: JWTPayload, clientId: string): void {
	if (aud !== clientId && !(Array.isArray(aud) && aud.length === 1))
		throw new Error("the logout token has more than one audience");
}

function keysOf(provider: Provider, issuer: URL): JWTVerifyGetKey {
	const known = keys.get(provider);
	if (known) return known;
	const address = new URL(provider.serverMetadata().jwks_uri ?? "");
	// Allows plain http only when the issuer itself uses it, which the configuration permits only on this machine.
	if (address.protocol !== "https:" && address.protocol !== issuer.protocol)
		throw new Error("the key set's address uses plain http");
	const fresh = createRemoteJWKSet(address, { timeoutDuration: TIMEOUT_MS });
	keys.set(provider, fresh);
	return fresh;
}

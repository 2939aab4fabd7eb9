/** A token in which the provider says that somebody signed out there (OpenID Connect Back-Channel Logout 1.0), proved. */
import { createRemoteJWKSet, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/context.ts";
import { openProvider, type Provider } from "#server/single-sign-on/provider.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Keys that the provider publishes: never a secret that both sides know, never none. */
const ALGORITHMS = [
	"RS256",
	"RS384",
	"RS512",
	"PS256",
	"PS384",
	"PS512",
	"ES256",
	"ES384",
	"ES512",
	"EdDSA",
	"Ed25519",
];
/** It is sent as it is made. */
const MOST_AGE_S = 300;
const SKEW_S = 30;
const TIMEOUT_MS = 4_000;

const nameSchema = z.string().min(1).max(255);
const claimsSchema = z
	.object({
		jti: nameSchema,
		iat: z.number(),
		sub: nameSchema.optional(),
		sid: nameSchema.optional(),
		events: z.looseObject({ [EVENT]: z.looseObject({}) }),
		// An ID token has one, and ends nothing.
		nonce: z.undefined().optional(),
	})
	.refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

export interface ToldSignOut {
	issuer: string;
	jti: string;
	/** Either of them, or both. */
	subject: string | null;
	sid: string | null;
	at: Date;
}

const keys = new WeakMap<Provider, JWTVerifyGetKey>();

/** Throws what does not hold: signature, issuer, audience, age, form; or that the provider's keys cannot be had. */
export async function readLogoutToken(
	settings: NonNullable<Config["singleSignOn"]>,
	clock: Clock,
	token: string,
): Promise<ToldSignOut> {
	const provider = await openProvider(settings, clock);
	const { issuer } = provider.serverMetadata();
	const { payload } = await jwtVerify(token, keysOf(provider, settings.issuer), {
		issuer,
		audience: settings.clientId,
		algorithms: ALGORITHMS,
		currentDate: clock.now(),
		...{ clockTolerance: SKEW_S, maxTokenAge: MOST_AGE_S, requiredClaims: ["iat", "jti"] },
	});
	demandOneAudience(payload, settings.clientId);
	const { jti, sub, sid, iat } = claimsSchema.parse(payload);
	return { issuer, jti, subject: sub ?? null, sid: sid ?? null, at: new Date(iat * 1_000) };
}

/** Told to this desk, and not to somebody else as well. */
function demandOneAudience({ aud }: JWTPayload, clientId: string): void {
	if (aud !== clientId && !(Array.isArray(aud) && aud.length === 1)) throw new Error("told to others, too");
}

function keysOf(provider: Provider, issuer: URL): JWTVerifyGetKey {
	const known = keys.get(provider);
	if (known) return known;
	const address = new URL(provider.serverMetadata().jwks_uri ?? "");
	// Plain http is for a provider on this machine, as it is for the questions to it.
	if (address.protocol !== "https:" && address.protocol !== issuer.protocol) throw new Error("keys by plain http");
	const fresh = createRemoteJWKSet(address, { timeoutDuration: TIMEOUT_MS });
	keys.set(provider, fresh);
	return fresh;
}

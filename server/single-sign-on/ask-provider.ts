/** The provider's answer, proved: code for ID token (state, PKCE, signature, issuer, audience, expiry, nonce), and more facts if they lack. */
import * as oidc from "openid-client";
import { SingleSignOnFault } from "#lib/single-sign-on-fault.ts";
import type { SystemContext } from "#server/context.ts";
import { FRESH_S } from "#server/single-sign-on/begin-sign-in.ts";
import { callbackAddress } from "#server/single-sign-on/callback-address.ts";
import type { Errand } from "#server/single-sign-on/errand.ts";
import { type Identity, readIdentity } from "#server/single-sign-on/identity.ts";
import { openProvider, type Provider } from "#server/single-sign-on/provider.ts";
import { providerFault } from "#server/single-sign-on/provider-fault.ts";

export interface Proved {
	identity: Identity;
	idToken: string;
	/** When the provider last asked the person who they are; null: it could have said so, and did not. */
	provedAt: Date | null;
}

/** `search`: of the address that the browser came back to. Throws SingleSignOnFault. */
export async function askProvider(
	{ config, clock }: Pick<SystemContext, "config" | "clock">,
	errand: Errand,
	search: string,
): Promise<Proved> {
	if (!config.singleSignOn) throw new SingleSignOnFault("not_configured");
	try {
		const provider = await openProvider(config.singleSignOn, clock);
		// Whoever sits at a browser could take the question for it out of the address: a provider that knows the time says it.
		const saysWhen = provider.serverMetadata().claims_supported?.includes("auth_time") ?? false;
		const tokens = await oidc.authorizationCodeGrant(provider, callbackAddress(config, search), {
			pkceCodeVerifier: errand.verifier,
			expectedState: errand.state,
			expectedNonce: errand.nonce,
			...(errand.fresh && saysWhen ? { maxAge: FRESH_S } : {}),
		});
		const claims = tokens.claims();
		if (!claims || !tokens.id_token) throw new SingleSignOnFault("unproved", "no_id_token");
		const { groupsClaim } = config.singleSignOn;
		const isWhole = [groupsClaim, "email", "name"].every((name) => Object.hasOwn(claims, name));
		const more = isWhole ? {} : await readMore(provider, tokens.access_token, claims.sub);
		// What is signed wins over what was only asked for.
		const identity = readIdentity({ ...more, ...claims }, groupsClaim);
		// One that never says it is taken at its word that it has asked just now.
		const provedAt = identity.provedAt ?? (saysWhen ? null : clock.now());
		return { identity, idToken: tokens.id_token, provedAt };
	} catch (error) {
		throw providerFault(error);
	}
}

/** The library refuses the facts of anybody else. */
async function readMore(provider: Provider, accessToken: string, subject: string): Promise<Record<string, unknown>> {
	if (!provider.serverMetadata().userinfo_endpoint) return {};
	return oidc.fetchUserInfo(provider, accessToken, subject);
}

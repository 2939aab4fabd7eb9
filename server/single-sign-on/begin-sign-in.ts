/** The way to the provider: its address with all that binds the answer to this browser, and the errand that the browser keeps. */
import * as oidc from "openid-client";
import { SingleSignOnFault } from "#lib/single-sign-on-fault.ts";
import type { SystemContext } from "#server/context.ts";
import { callbackAddress } from "#server/single-sign-on/callback-address.ts";
import { ERRAND_MS, type Errand, sealErrand } from "#server/single-sign-on/errand.ts";
import { openProvider, type Provider } from "#server/single-sign-on/provider.ts";
import { providerFault } from "#server/single-sign-on/provider-fault.ts";

/** A proof that was asked for anew is not older than this when it comes back. */
export const FRESH_S = 300;
/** A working day. Asking for an age at all makes a provider say when it last asked the person. */
const DAY_S = 12 * 3_600;

export interface Beginning {
	address: URL;
	/** Of the errand, for the cookie. */
	seal: string;
	/** No longer than this is it good. */
	lastsMs: number;
}

/** `fresh`: the provider asks who they are, whoever it takes them for. Throws SingleSignOnFault. */
export async function beginSignIn(
	system: Pick<SystemContext, "config" | "clock">,
	{ next, fresh }: { next: string; fresh: boolean },
): Promise<Beginning> {
	const { config, clock } = system;
	if (!config.singleSignOn) throw new SingleSignOnFault("not_configured");
	const provider = await openProvider(config.singleSignOn, clock).catch((error: unknown) => {
		throw providerFault(error);
	});
	const errand: Errand = {
		state: oidc.randomState(),
		nonce: oidc.randomNonce(),
		verifier: oidc.randomPKCECodeVerifier(),
		next,
		fresh,
	};
	const address = oidc.buildAuthorizationUrl(provider, {
		redirect_uri: callbackAddress(config).href,
		scope: scopeOf(provider, config.singleSignOn.groupsClaim),
		state: errand.state,
		nonce: errand.nonce,
		code_challenge: await oidc.calculatePKCECodeChallenge(errand.verifier),
		code_challenge_method: "S256",
		max_age: String(fresh ? FRESH_S : DAY_S),
		...(fresh ? { prompt: "login" } : {}),
	});
	return { address, seal: await sealErrand(config, errand), lastsMs: ERRAND_MS };
}

/** Some providers give the groups for a scope of the claim's name, and refuse one that they do not list. */
function scopeOf(provider: Provider, groupsClaim: string): string {
	const { scopes_supported: known = [] } = provider.serverMetadata();
	return ["openid", "email", "profile", ...(known.includes(groupsClaim) ? [groupsClaim] : [])].join(" ");
}

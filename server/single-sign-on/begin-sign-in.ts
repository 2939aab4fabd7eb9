/** Builds the provider's address and the login state that binds the answer to this browser. */
import * as oidc from "openid-client";
import { SingleSignOnFault } from "#lib/members/single-sign-on-fault.ts";
import type { Config } from "#server/config.ts";
import type { SystemContext } from "#server/context.ts";
import { LOGIN_STATE_MS, type LoginState, sealLoginState } from "#server/single-sign-on/login-state.ts";
import { openProvider, type Provider } from "#server/single-sign-on/provider.ts";
import { providerFault } from "#server/single-sign-on/provider-fault.ts";

/** Maximum age of a fresh authentication when the browser returns. */
export const FRESH_S = 300;
/** One working day. Requesting a maximum age makes a provider send the time of the last authentication. */
const DAY_S = 12 * 3_600;

export interface Beginning {
	address: URL;
	seal: string;
	lastsMs: number;
}

/** `fresh`: the provider must authenticate the person again. Throws SingleSignOnFault. */
export async function beginSignIn(
	system: Pick<SystemContext, "config" | "clock">,
	{ next, fresh }: { next: string; fresh: boolean },
): Promise<Beginning> {
	const { config, clock } = system;
	if (!config.singleSignOn) throw new SingleSignOnFault("not_configured");
	const provider = await openProvider(config.singleSignOn, clock).catch((error: unknown) => {
		throw providerFault(error);
	});
	const loginState: LoginState = {
		state: oidc.randomState(),
		nonce: oidc.randomNonce(),
		verifier: oidc.randomPKCECodeVerifier(),
		next,
		fresh,
	};
	const address = oidc.buildAuthorizationUrl(provider, {
		redirect_uri: callbackAddress(config).href,
		scope: scopeOf(provider, config.singleSignOn.groupsClaim),
		state: loginState.state,
		nonce: loginState.nonce,
		code_challenge: await oidc.calculatePKCECodeChallenge(loginState.verifier),
		code_challenge_method: "S256",
		max_age: String(fresh ? FRESH_S : DAY_S),
		...(fresh ? { prompt: "login" } : {}),
	});
	return { address, seal: await sealLoginState(config, loginState), lastsMs: LOGIN_STATE_MS };
}

/** Some providers send groups for a scope with the claim's name, and reject a scope they do not list. */
function scopeOf(provider: Provider, groupsClaim: string): string {
	const { scopes_supported: known = [] } = provider.serverMetadata();
	return ["openid", "email", "profile", ...(known.includes(groupsClaim) ? [groupsClaim] : [])].join(" ");
}

/** Callback address, registered at the provider. It never comes from the request, which an attacker could forge. */
export function callbackAddress({ appOrigin }: Pick<Config, "appOrigin">, search = ""): URL {
	const address = new URL("/api/single-sign-on/callback", appOrigin);
	address.search = search;
	return address;
}

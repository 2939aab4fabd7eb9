/** Caches the provider's discovery document. Reads it again after an hour, or three seconds after a failure. */
import * as oidc from "openid-client";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/context.ts";

export type Provider = oidc.Configuration;

/** Limit of one request, in seconds. A sign-in makes at most four: discovery, code, keys, user info. */
const TIMEOUT_S = 4;
const KEEP_MS = 3_600_000;
/** Pause after a failure, so that not every sign-in has to wait for a provider that does not answer. */
const ASK_AGAIN_MS = 3_000;
const SKEW_S = 30;

interface Known {
	provider: Promise<Provider>;
	/** The time from which the provider is asked again; null while it is being asked. */
	until: number | null;
}

type SingleSignOnConfig = NonNullable<Config["singleSignOn"]>;
const providers = new WeakMap<SingleSignOnConfig, Known>();

export async function openProvider(settings: SingleSignOnConfig, clock: Clock): Promise<Provider> {
	const at = clock.now().getTime();
	const known = providers.get(settings);
	if (known && (known.until === null || at < known.until)) return known.provider;
	const now: Known = { provider: discover(settings), until: null };
	providers.set(settings, now);
	now.provider = now.provider.then(
		(provider) => {
			now.until = at + KEEP_MS;
			return provider;
		},
		(error: unknown) => {
			now.until = at + ASK_AGAIN_MS;
			// Keeps using the previous discovery document, which is most likely still valid, and retries soon.
			return (known?.provider ?? Promise.reject(error)).catch(() => Promise.reject(error));
		},
	);
	return now.provider;
}

function discover({ issuer, clientId, clientSecret }: SingleSignOnConfig): Promise<Provider> {
	const [basic, post] = [oidc.ClientSecretBasic(clientSecret.reveal()), oidc.ClientSecretPost(clientSecret.reveal())];
	// Uses Basic, the specification's default, unless the document offers Post but not Basic.
	const authentication: oidc.ClientAuth = (server, ...rest) => {
		const methods = server.token_endpoint_auth_methods_supported;
		const isPost = methods?.includes("client_secret_post") && !methods.includes("client_secret_basic");
		return (isPost ? post : basic)(server, ...rest);
	};
	return oidc.discovery(issuer, clientId, { [oidc.clockTolerance]: SKEW_S }, authentication, {
		timeout: TIMEOUT_S,
		// The configuration allows plain http only on this machine. The ID token's signature is checked even though TLS protects its way here.
		execute: [oidc.enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : [])],
	});
}

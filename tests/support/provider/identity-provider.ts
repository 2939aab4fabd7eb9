/** A real identity provider on loopback (oidc-provider), whose people a test creates and changes. */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type JWK, Provider } from "oidc-provider";
import { keepInMap } from "#tests/support/provider/keep-in-map.ts";

export interface Person {
	email: string;
	emailVerified: boolean;
	name?: string;
	groups: string[];
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

const CLIENT = { client_id: "cauri-desk", client_secret: "a-client-secret-of-the-tests-only" };
/** Created on first use and reused: the tests of a run use one provider at a time. */
let key: JWK | undefined;
const SIGN_IN = "/interaction/";
const HOUR_S = 3_600;
const ROLE_GROUPS = "admin=desk-admins,approver=finance,maker=cashiers,viewer=staff";
export const providerEnvironment = (issuer: string) => ({
	...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.client_id, OIDC_CLIENT_SECRET: CLIENT.client_secret },
	...{ OIDC_ROLE_GROUPS: ROLE_GROUPS, OIDC_NAME: "Baobab ID" },
});

/** `factsInToken`: the ID token contains all claims; otherwise the desk reads user info, as the specification says. */
export async function startIdentityProvider({
	factsInToken = false,
	backChannel = null,
}: {
	factsInToken?: boolean;
	backChannel?: string | null;
} = {}) {
	const people = new Map<string, Person>();
	const desk = { origin: "http://localhost:3000" };
	let server = createServer();
	await listen(server, 0);
	const { port } = server.address() as AddressInfo;
	const issuer = `http://127.0.0.1:${port}`;
	const provider = makeProvider(issuer, people, { factsInToken, backChannel });
	provider.Client.prototype.redirectUriAllowed = (uri) => uri === `${desk.origin}/api/single-sign-on/callback`;
	provider.Client.prototype.postLogoutRedirectUriAllowed = (uri) => uri === `${desk.origin}/sign-in`;
	const answer = withSignIn(provider);
	server.on("request", answer);
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	return {
		issuer,
		/** People by login, which is also the subject. */
		people,
		/** The desk whose callback is registered. */
		desk,
		environment: providerEnvironment(issuer),
		/** Stops answering until `comeBack`. */
		goAway: close,
		async comeBack() {
			server = createServer(answer);
			await listen(server, port);
		},
		stop: close,
	};
}

function makeProvider(
	issuer: string,
	people: Map<string, Person>,
	{ factsInToken, backChannel }: { factsInToken: boolean; backChannel: string | null },
): Provider {
	return new Provider(issuer, {
		clients: [
			{
				...CLIENT,
				redirect_uris: ["http://localhost:3000/api/single-sign-on/callback"],
				post_logout_redirect_uris: ["http://localhost:3000/sign-in"],
				...(backChannel ? { backchannel_logout_uri: backChannel, backchannel_logout_session_required: true } : {}),
				response_types: ["code"],
				grant_types: ["authorization_code"],
			},
		],
		...(backChannel
			? {
					// The library's own client rejects loopback addresses.
					fetch: (to: string | URL | Request, { method = "GET", headers = {}, body = null }: RequestInit = {}) =>
						fetch(to, { method, headers, body }),
				}
			: {}),
		scopes: ["openid", "email", "profile", "groups"],
		claims: { email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
		conformIdTokenClaims: !factsInToken,
		adapter: keepInMap(),
		jwks: { keys: [signingKey()] },
		ttl: { Interaction: HOUR_S, Session: HOUR_S, Grant: HOUR_S, AccessToken: HOUR_S, IdToken: HOUR_S },
		interactions: { url: (_context, { uid }) => `${SIGN_IN}${uid}` },
		features: {
			devInteractions: { enabled: false },
			backchannelLogout: { enabled: backChannel !== null },
			rpInitiatedLogout: {
				logoutSource(context, form) {
					context.body = page(
						`${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`,
					);
				},
			},
		},
		renderError(context, facts) {
			context.body = page(JSON.stringify(facts).replaceAll("<", "&lt;"));
		},
		findAccount(_context, subject) {
			const person = people.get(subject);
			if (!person) return undefined;
			const { email, emailVerified, name, groups } = person;
			const facts = { email, email_verified: emailVerified, groups, ...(name === undefined ? {} : { name }) };
			return { accountId: subject, claims: () => ({ sub: subject, ...facts }) };
		},
		// No consent page for the business's own desk.
		async loadExistingGrant(context) {
			const grant = new context.oidc.provider.Grant({
				accountId: context.oidc.session?.accountId ?? "",
				clientId: CLIENT.client_id,
			});
			grant.addOIDCScope("openid email profile groups");
			await grant.save();
			return grant;
		},
	});
}

function signingKey(): JWK {
	key ??= generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey.export({ format: "jwk" }) as JWK;
	return key;
}

function withSignIn(provider: Provider): RequestListener {
	const answer = provider.callback();
	return (request, response) => {
		if (!request.url?.startsWith(SIGN_IN)) return void answer(request, response);
		signIn(provider, request, response).catch((error: Error) => {
			response.writeHead(500).end(error.message);
		});
	};
}

async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
	if (request.method === "POST") {
		const accountId = new URLSearchParams(await text(request)).get("login") ?? "";
		await provider.interactionFinished(request, response, { login: { accountId } });
		return;
	}
	await provider.interactionDetails(request, response);
	response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(
		page(`<form method="post" action="${request.url}">
			<label>Login <input name="login" required></label>
			<label>Password <input name="password" type="password" required></label>
			<button type="submit">Sign in</button>
		</form>`),
	);
}

function page(body: string): string {
	return `<!doctype html><html lang="en"><title>Baobab ID</title><body>${body}</body></html>`;
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
	return new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
}

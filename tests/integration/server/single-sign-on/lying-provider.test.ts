import { createSign, generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { fixedClock, systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { serveWith } from "#tests/support/desk/desk-requests.ts";
import { providerEnvironment } from "#tests/support/provider/identity-provider.ts";
import { begin, comeBack, ORIGIN } from "#tests/support/provider/provided-desk.ts";

/** Answers every code as the test wants; no real provider answers so. */
const provider = await startLyingProvider();
afterAll(() => provider.stop());
const { database } = await createTestDatabase();

const [own, foreign] = [keyPair("own"), keyPair("foreign")];
const now = () => Math.floor(Date.now() / 1_000);

interface Lie {
	claims?: Record<string, unknown>;
	header?: Record<string, unknown>;
	key?: typeof own;
	unsigned?: true;
}

const LIES: [string, Lie][] = [
	["for another client", { claims: { aud: "another-desk" } }],
	["by another issuer", { claims: { iss: "https://id.example" } }],
	["signed with a key that it does not publish", { key: foreign }],
	["signed by nobody", { header: { alg: "none" }, unsigned: true }],
	["that is over", { claims: { exp: now() - 120, iat: now() - 600 } }],
	["of another sign-in", { claims: { nonce: "of another one" } }],
	["of nobody", { claims: { sub: undefined } }],
];

function openDesk(): void {
	const config = testConfig(providerEnvironment(provider.issuer));
	serveWith(systemContext({ database, clock: fixedClock(new Date()), config }));
}

async function signIn(lie: Lie) {
	openDesk();
	const { address, loginState } = await begin();
	const [state, nonce] = [address.searchParams.get("state"), address.searchParams.get("nonce")];
	provider.say(tokenOf(lie, nonce));
	return comeBack(`/api/single-sign-on/callback?code=any&state=${state}`, loginState);
}

test.each(LIES)("an ID token %s opens nothing", async (_, lie) => {
	const answer = await signIn(lie);
	expect(answer.headers.get("location")).toBe(`${ORIGIN}/sign-in?fault=unproved`);
	expect(await database.selectFrom("member").select("id").execute()).toEqual([]);
});

test("the same without a lie opens the desk; a provider that calls itself by another name than the configured one is none", async () => {
	expect((await signIn({})).headers.get("location")).toBe(`${ORIGIN}/`);
	provider.callItself("https://id.example");
	openDesk();
	expect((await begin()).address.href).toBe(`${ORIGIN}/sign-in?fault=unproved`);
	provider.callItself(null);
});

test("a provider that says only in its user info that the e-mail is verified is asked for it", async () => {
	const lacking = { claims: { sub: "u-2", email: "koffi@test.example", name: "Koffi", email_verified: undefined } };
	expect((await signIn(lacking)).headers.get("location")).toBe(`${ORIGIN}/sign-in?fault=email_unverified`);
	provider.informs({ sub: "u-2", email: "koffi@test.example", email_verified: true });
	expect((await signIn(lacking)).headers.get("location")).toBe(`${ORIGIN}/`);
	provider.informs(null);
});

function tokenOf({ claims, header, key = own, unsigned }: Lie, nonce: string | null): string {
	const facts = { email: "awa@test.example", email_verified: true, name: "Awa", groups: ["desk-admins"] };
	const times = { iat: now(), exp: now() + 300, auth_time: now() };
	const body = { iss: provider.issuer, sub: "u-1", aud: "cauri-desk", nonce, ...times, ...facts, ...claims };
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
	const signed = `${part({ alg: "RS256", kid: "own", ...header })}.${part(body)}`;
	return `${signed}.${unsigned ? "" : createSign("RSA-SHA256").update(signed).sign(key.privateKey).toString("base64url")}`;
}

function keyPair(kid: string) {
	const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	return { privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" } };
}

async function startLyingProvider() {
	let [token, name]: [string, string | null] = ["", null];
	let userInfo: object | null = null;
	const server = createServer((request, response) => {
		const path = request.url?.split("?")[0];
		response.setHeader("content-type", "application/json");
		if (path === "/jwks") return response.end(JSON.stringify({ keys: [own.jwk] }));
		if (path === "/token")
			return response.end(JSON.stringify({ access_token: "a", token_type: "Bearer", id_token: token }));
		if (path === "/userinfo") return response.end(JSON.stringify(userInfo));
		const at = (place: string) => `${issuer}/${place}`;
		response.end(
			JSON.stringify({
				issuer: name ?? issuer,
				...{ authorization_endpoint: at("auth"), token_endpoint: at("token"), jwks_uri: at("jwks") },
				...(userInfo && { userinfo_endpoint: at("userinfo") }),
				...{ response_types_supported: ["code"], id_token_signing_alg_values_supported: ["RS256"] },
			}),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		issuer,
		say: (next: string) => {
			token = next;
		},
		informs: (claims: object | null) => {
			userInfo = claims;
		},
		callItself: (other: string | null) => {
			name = other;
		},
		stop: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

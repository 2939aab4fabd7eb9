import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { POST } from "#app/api/single-sign-on/back-channel/route.ts";
import { startSession } from "#server/access/session/start-session.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { fixedClock, systemContext, testConfig } from "#tests/support/contexts.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { serveWith } from "#tests/support/desk/desk-requests.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";
import { providerEnvironment, startIdentityProvider } from "#tests/support/provider/identity-provider.ts";
import { isIn, memberOf, newPerson, providedDesk, signInAs } from "#tests/support/provider/provided-desk.ts";
import { walkSignIn } from "#tests/support/provider/walk-sign-in.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const PATH = "/api/single-sign-on/back-channel";
const { database, url } = await createTestDatabase();
await askNoSecondFactor(database);
// Signed in to the database as the web program.
const pool = openPool(programUrl(url, "web"));
afterAll(() => pool.end());

/** The desk's endpoint for the provider's server, on a port of its own. */
const told: { status: number; token: string }[] = [];
const door = createServer((request, response) => {
	const chunks: Buffer[] = [];
	request.on("data", (chunk: Buffer) => chunks.push(chunk));
	request.on("end", () => {
		const body = Buffer.concat(chunks).toString();
		const headers = { "content-type": request.headers["content-type"] ?? "", "user-agent": "The provider" };
		const asked = new Request(`http://localhost:3000${PATH}`, { method: "POST", headers, body });
		void POST(asked, { params: Promise.resolve({}) }).then(({ status }) => {
			told.push({ status, token: new URLSearchParams(body).get("logout_token") ?? "" });
			response.writeHead(status).end();
		});
	});
});
await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
afterAll(() => new Promise<void>((resolve) => door.close(() => resolve())));
const backChannel = `http://127.0.0.1:${(door.address() as AddressInfo).port}${PATH}`;

const post = (body: string, headers: Record<string, string> = {}) =>
	POST(
		new Request(`http://localhost:3000${PATH}`, {
			method: "POST",
			headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
			body,
		}),
		{ params: Promise.resolve({}) },
	);
const tell = (token: string, headers = {}) => post(new URLSearchParams({ logout_token: token }).toString(), headers);

test("a sign-out at a real provider ends what began there in that browser, and what it says is believed once", async () => {
	const provider = await startIdentityProvider({ backChannel });
	try {
		const { system } = providedDesk(openDatabase(pool), provider);
		const awa = newPerson(provider);
		const [jar, otherJar] = [new Map<string, string>(), new Map<string, string>()];
		const here = await signInAs(awa.login, undefined, jar);
		const elsewhere = await signInAs(awa.login, undefined, otherJar);
		const member = await memberOf(database, awa.email);
		expect(await isIn(here.session)).toBe(true);
		const metadata = (await (await fetch(`${provider.issuer}/.well-known/openid-configuration`)).json()) as {
			end_session_endpoint: string;
			backchannel_logout_supported: boolean;
		};
		expect(metadata.backchannel_logout_supported).toBe(true);
		const address = new URL(metadata.end_session_endpoint);
		address.searchParams.set("client_id", system.config.singleSignOn?.clientId ?? "");
		address.searchParams.set("post_logout_redirect_uri", "http://localhost:3000/sign-in");
		await walkSignIn(address, "http://localhost:3000", awa.login, jar);
		expect(told).toMatchObject([{ status: 200 }]);
		expect(await isIn(here.session)).toBe(false);
		// The other browser has another session at the provider.
		expect(await isIn(elsewhere.session)).toBe(true);
		const ended = await auditEntries(database, { action: "session.ended", member_id: member?.id ?? "" });
		expect(ended).toMatchObject([{ address: null, user_agent: null }]);
		expect((await tell(told[0]?.token ?? "")).status).toBe(400);
	} finally {
		await provider.stop();
	}
});

describe("what is told", async () => {
	const keys = await generateKeyPair("RS256");
	const foreign = await generateKeyPair("RS256");
	const jwk = { ...(await exportJWK(keys.publicKey)), kid: "own", alg: "RS256", use: "sig" };
	const server = createServer((request, response) => {
		response.setHeader("content-type", "application/json");
		if (request.url === "/jwks") return response.end(JSON.stringify({ keys: [jwk] }));
		const at = (place: string) => `${issuer}/${place}`;
		response.end(
			JSON.stringify({
				issuer,
				...{ authorization_endpoint: at("auth"), token_endpoint: at("token"), jwks_uri: at("jwks") },
				response_types_supported: ["code"],
			}),
		);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
	const now = Math.floor(Date.now() / 1_000);
	const EVENTS = { "http://schemas.openid.net/event/backchannel-logout": {} };
	let jtis = 0;

	interface Told {
		claims?: Record<string, unknown>;
		key?: typeof keys.privateKey | Uint8Array;
		alg?: string;
	}
	const tokenOf = ({ claims = {}, key = keys.privateKey, alg = "RS256" }: Told = {}) => {
		jtis += 1;
		const whole = {
			iss: issuer,
			aud: "cauri-desk",
			iat: now,
			jti: `told-${jtis}`,
			sub: "u-1",
			events: EVENTS,
			...claims,
		};
		return new SignJWT(whole).setProtectedHeader({ alg, kid: "own", typ: "logout+jwt" }).sign(key);
	};

	/** Sessions of two people that began at the provider, by its own session ids, and one that began here. */
	async function openSessions() {
		await database.deleteFrom("session").execute();
		const at = new Date();
		const open = async (subject: string, sid: string | null) => {
			const id = `member-${subject}`;
			const person = { id, email: `${subject}@test.example`, name: subject, role: "viewer" as const };
			await database
				.insertInto("member")
				.values({ ...person, password_hash: "opens-nothing", created_at: at })
				.onConflict((conflict) => conflict.doNothing())
				.execute();
			await database
				.insertInto("member_identity")
				.values({ issuer, subject, member_id: id, linked_at: at })
				.onConflict((conflict) => conflict.doNothing())
				.execute();
			const began = { memberId: id, userAgent: null, factor: null };
			await database.transaction().execute((trx) => startSession(trx, systemContext({ database }), began));
			const newest = database.selectFrom("session").select("key").where("member_id", "=", id);
			const { key } = await newest.orderBy("key").where("key", "not in", known).executeTakeFirstOrThrow();
			known.push(key);
			if (sid !== "here")
				await insertRows(database, "provider_session", { session_key: key, issuer, id_token: "x", sid });
			return key;
		};
		const known: string[] = ["none"];
		return {
			one: await open("u-1", "s-1"),
			two: await open("u-1", "s-2"),
			nameless: await open("u-1", null),
			here: await open("u-1", "here"),
			other: await open("u-2", "s-3"),
		};
	}
	let sessions: Awaited<ReturnType<typeof openSessions>>;
	beforeEach(async () => {
		const config = testConfig(providerEnvironment(issuer));
		serveWith(systemContext({ database: openDatabase(pool), clock: fixedClock(new Date()), config }));
		sessions = await openSessions();
	});
	const living = async () => {
		const open = await database.selectFrom("session").select("key").where("ended_at", "is", null).execute();
		return Object.entries(sessions)
			.filter(([, key]) => open.some((row) => row.key === key))
			.map(([name]) => name);
	};
	const ALL = ["one", "two", "nameless", "here", "other"];

	test("of a person ends all that began there, and nothing else", async () => {
		expect((await tell(await tokenOf())).status).toBe(200);
		expect(await living()).toEqual(["here", "other"]);
	});

	test("of a session ends that one; of somebody else's session, none", async () => {
		expect((await tell(await tokenOf({ claims: { sid: "s-2" } }))).status).toBe(200);
		expect(await living()).toEqual(["one", "nameless", "here", "other"]);
		expect((await tell(await tokenOf({ claims: { sid: "s-3" } }))).status).toBe(200);
		expect((await tell(await tokenOf({ claims: { sid: "s-1", sub: undefined } }))).status).toBe(200);
		expect(await living()).toEqual(["nameless", "here", "other"]);
	});

	test.each<[string, Told]>([
		["by another issuer", { claims: { iss: "https://id.example" } }],
		["to another client", { claims: { aud: "another-desk" } }],
		["to others as well", { claims: { aud: ["cauri-desk", "another-desk"] } }],
		["six minutes ago", { claims: { iat: now - 360 } }],
		["tomorrow", { claims: { iat: now + 86_400 } }],
		["in a token that is over", { claims: { exp: now - 120 } }],
		["at no time", { claims: { iat: undefined } }],
		["without a name of its own", { claims: { jti: undefined } }],
		["with a nonce, as an ID token has one", { claims: { nonce: "any" } }],
		["without the event", { claims: { events: { "http://schemas.openid.net/event/other": {} } } }],
		["without any event", { claims: { events: undefined } }],
		["of nobody", { claims: { sub: undefined } }],
		["with a key that the provider does not publish", { key: foreign.privateKey }],
		["with the secret that both know", { alg: "HS256", key: Buffer.from("a-client-secret-of-the-tests-only") }],
	])("%s ends nothing", async (_, lie) => {
		expect((await tell(await tokenOf(lie))).status).toBe(400);
		expect(await living()).toEqual(ALL);
	});

	test("twice, unsigned, by a browser, or in another form ends nothing", async () => {
		const token = await tokenOf({ claims: { sid: "s-1" } });
		expect((await tell(token, { origin: "http://localhost:3000" })).status).toBe(403);
		expect((await tell(token, { "sec-fetch-site": "cross-site" })).status).toBe(403);
		expect((await post(JSON.stringify({ logout_token: token }), { "content-type": "application/json" })).status).toBe(
			415,
		);
		expect((await post(`logout_token=${token}&logout_token=${token}`)).status).toBe(400);
		const [, body = ""] = token.split(".");
		const none = Buffer.from('{"alg":"none"}').toString("base64url");
		for (const lie of ["", "\0", "a.b.c", `${none}.${body}.`]) expect((await tell(lie)).status).toBe(400);
		expect(await living()).toEqual(ALL);
		expect((await tell(token)).status).toBe(200);
		const again = await openSessions();
		sessions = again;
		expect((await tell(token)).status).toBe(400);
		expect(await living()).toEqual(ALL);
	});

	test("to a desk without a provider is not there", async () => {
		serveWith(systemContext({ database: openDatabase(pool) }));
		expect((await tell("any")).status).toBe(404);
	});
});

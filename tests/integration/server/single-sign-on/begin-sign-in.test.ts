import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { DELETE } from "#app/api/session/route.ts";
import { GET as BEGIN } from "#app/api/single-sign-on/route.ts";
import { fixedClock, systemContext, testConfig } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";
import { openFactorDesk } from "#tests/support/desk/factor-desk.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";
import { type Person, startIdentityProvider } from "#tests/support/provider/identity-provider.ts";
import { providedAdmin } from "#tests/support/provider/provided-admin.ts";
import {
	atProvider,
	begin,
	comeBack,
	isIn,
	memberOf,
	newPerson,
	ORIGIN,
	providedDesk,
	signInAs,
} from "#tests/support/provider/provided-desk.ts";

const provider = await startIdentityProvider();
afterAll(() => provider.stop());
// Tokens have the machine's time.
const clock = fixedClock(new Date());
const { database } = await createTestDatabase();
const desk = await openFactorDesk({ database, clock, config: testConfig(provider.environment) });
const { system } = desk;
const person = (facts: Partial<Person> = {}) => newPerson(provider, facts);
beforeEach(async () => {
	serveWith(system);
	await askNoSecondFactor(database);
});

describe("the way to the provider", () => {
	test("binds the answer: state, nonce, PKCE, and the desk's own address", async () => {
		const { address } = await begin();
		const asked = Object.fromEntries(address.searchParams);
		expect(asked).toMatchObject({
			response_type: "code",
			code_challenge_method: "S256",
			redirect_uri: `${ORIGIN}/api/single-sign-on/callback`,
			scope: "openid email profile groups",
			max_age: "43200",
		});
		for (const name of ["state", "nonce", "code_challenge"]) expect(asked[name]?.length).toBeGreaterThan(40);
		const again = Object.fromEntries((await begin()).address.searchParams);
		for (const name of ["state", "nonce", "code_challenge"]) expect(again[name]).not.toBe(asked[name]);
	});

	test("asks anew who somebody is where a fresh proof is wanted, and keeps when it was given", async () => {
		const awa = person();
		const { address } = await begin("/api/single-sign-on?fresh=1");
		expect(Object.fromEntries(address.searchParams)).toMatchObject({ prompt: "login", max_age: "300" });
		const { session } = await signInAs(awa.login, "/api/single-sign-on?fresh=1");
		expect(await isIn(session)).toBe(true);
		const member = await memberOf(database, awa.email);
		const row = await database
			.selectFrom("provider_session")
			.innerJoin("session", "session.key", "provider_session.session_key")
			.select(["proved_at", "id_token"])
			.where("member_id", "=", member?.id ?? "")
			.executeTakeFirstOrThrow();
		expect(Math.abs(Date.now() - (row.proved_at?.getTime() ?? 0))).toBeLessThan(300_000);
		expect(row.id_token).toMatch(/^Fe26\.2/);
	});

	test("is closed where nothing is configured", async () => {
		serveWith(systemContext({ database, clock }));
		expect((await ask(BEGIN, "/api/single-sign-on")).headers.get("location")).toBe(
			`${ORIGIN}/sign-in?fault=not_configured`,
		);
	});

	test("is away with the provider, for a moment: the desk asks again, and passwords go on", async () => {
		const alone = await startIdentityProvider({ factsInToken: true });
		const { clock: theirs } = providedDesk(database, alone);
		await alone.goAway();
		const viewer = await desk.visitor("viewer");
		const away = await ask(BEGIN, "/api/single-sign-on?next=%2Fpayouts");
		expect(away.headers.get("location")).toBe(`${ORIGIN}/sign-in?fault=provider_away&next=%2Fpayouts`);
		expect((await viewer.signIn()).status).toBe(200);
		await alone.comeBack();
		theirs.advance(5_000);
		expect((await begin()).address.origin).toBe(alone.issuer);
		// The document of an hour ago serves everybody who comes while reading it again fails.
		theirs.advance(3_600_000);
		await alone.goAway();
		for (const { address } of await Promise.all([begin(), begin()])) expect(address.origin).toBe(alone.issuer);
		await alone.stop();
	});
});

describe("signing out", () => {
	test("ends the session here and leads to where it ends at the provider; leads there also after the session's id was renewed by a proof", async () => {
		const { session } = await signInAs(person().login);
		const answer = await ask(DELETE, "/api/session", { method: "DELETE", cookie: session });
		const { leaveTo } = (await answer.json()) as { leaveTo: string };
		const address = new URL(leaveTo);
		expect(address.origin).toBe(provider.issuer);
		expect(address.searchParams.get("post_logout_redirect_uri")).toBe(`${ORIGIN}/sign-in`);
		expect(address.searchParams.get("id_token_hint")?.split(".")).toHaveLength(3);
		expect(await isIn(session)).toBe(false);
		const admin = await providedAdmin(desk, person({ groups: ["desk-admins"] }));
		const left = await admin.send<{ leaveTo: string }>("DELETE", "/api/session");
		expect(new URL(left.body.leaveTo).origin).toBe(provider.issuer);
	});
});

test("a sign-in by the provider in a browser that is not known is told to its member, and the browser is known from then on", async () => {
	const awa = person();
	const told = () =>
		database
			.selectFrom("notice")
			.innerJoin("member", "member.id", "notice.member_id")
			.select("notice.kind")
			.where("member.email", "=", awa.email)
			.execute();
	const first = await atProvider(awa.login);
	const answer = await comeBack(first.back, first.loginState);
	const cookies = answer.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
	const browser = cookies.find((each) => each.includes("cauri_browser="));
	expect(browser).toBeDefined();
	const again = await atProvider(awa.login);
	await comeBack(again.back, `${again.loginState}; ${browser}`);
	expect(await told()).toEqual([]);
	await signInAs(awa.login);
	expect(await told()).toEqual([{ kind: "new_browser" }]);
});

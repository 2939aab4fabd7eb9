import { afterAll, describe, expect, test, vi } from "vitest";
import { POST } from "#app/api/session/route.ts";
import { NO_PASSWORD } from "#server/access/password-sign-in.ts";
import { applyMemberChange } from "#server/members/apply-member-change.ts";
import { openLoginState, sealLoginState } from "#server/single-sign-on/login-state.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openDatabase, openPool } from "#server/store/database.ts";
import { addMember } from "#tests/support/contexts.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask } from "#tests/support/desk/desk-requests.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";
import { type Person, startIdentityProvider } from "#tests/support/provider/identity-provider.ts";
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
import { auditEntries } from "#tests/support/rows/audit-entries.ts";

const provider = await startIdentityProvider();
afterAll(() => provider.stop());
const { database, url } = await createTestDatabase();
await askNoSecondFactor(database);
// Signed in to the database as the web program.
const pool = openPool(programUrl(url, "web"));
afterAll(() => pool.end());
const desk = () => providedDesk(openDatabase(pool), provider);
const person = (facts: Partial<Person> = {}) => newPerson(provider, facts);
const byEmail = (email: string) => memberOf(database, email);
const entriesOf = async (memberId: string) =>
	(await auditEntries(database)).filter(
		({ member_id, details }) => member_id === memberId || JSON.stringify(details).includes(memberId),
	);

describe("signing in through the provider", () => {
	test("makes a member of a person with a verified e-mail and a group, without a password, and leads where they wanted to go", async () => {
		const { system } = desk();
		const awa = person({ groups: ["finance", "unknown"] });
		const { to, session } = await signInAs(awa.login, "/api/single-sign-on?next=%2Fpayouts%3Fstate%3Dopen");
		expect(to.href).toBe(`${ORIGIN}/payouts?state=open`);
		expect(await isIn(session)).toBe(true);
		const member = await byEmail(awa.email);
		expect(member).toMatchObject({ name: awa.name, role: "approver", password_hash: NO_PASSWORD });
		const { host } = new URL(provider.issuer);
		expect(await entriesOf(member?.id ?? "")).toMatchObject([
			{ action: "session.started", details: { provider: host } },
		]);
		const added = await auditEntries(database, { subject_id: member?.id ?? "" });
		expect(added).toMatchObject([{ action: "member.added", details: { role: "approver", provider: host } }]);
		for (const password of ["none", NO_PASSWORD, "x"]) {
			const answer = await ask(POST, "/api/session", { method: "POST", body: { email: awa.email, password } });
			expect(answer.status).toBe(401);
		}
		expect(system.config.singleSignOn?.clientSecret.toString()).toBe("[redacted]");
	});

	test("finds a member again by the provider's own name for them, whatever their e-mail is now, and follows their groups", async () => {
		desk();
		const awa = person({ groups: ["staff"] });
		const first = await signInAs(awa.login);
		const member = await byEmail(awa.email);
		provider.people.set(awa.login, { ...awa, email: "moved@test.example", groups: ["desk-admins"] });
		const second = await signInAs(awa.login);
		expect(await isIn(second.session)).toBe(true);
		expect(await byEmail(awa.email)).toMatchObject({ id: member?.id, role: "admin" });
		expect(await byEmail("moved@test.example")).toBeUndefined();
		// Their rights have changed, so earlier sessions are closed.
		expect(await isIn(first.session)).toBe(false);
		const raised = await auditEntries(database, { action: "member.role_changed", subject_id: member?.id ?? "" });
		expect(raised).toMatchObject([
			{ details: { from: "viewer", to: "admin", provider: new URL(provider.issuer).host } },
		]);
	});

	test("links a member who is there already by the verified e-mail, once: another person with that e-mail is refused", async () => {
		desk();
		const member = await addMember(database, "maker");
		const { email } = member;
		const [own, other] = [person({ email, groups: ["cashiers"] }), person({ email, groups: ["desk-admins"] })];
		expect(await isIn((await signInAs(own.login)).session)).toBe(true);
		const stranger = await signInAs(other.login);
		expect([stranger.fault, stranger.session]).toEqual(["other_identity", null]);
		expect(await byEmail(email)).toMatchObject({ id: member.id, role: "maker" });
		expect(
			await database.selectFrom("member_identity").select("subject").where("member_id", "=", member.id).execute(),
		).toEqual([{ subject: own.login }]);
	});

	test("links a member to the account that was made anew for them, once admins have enabled them since", async () => {
		desk();
		const { id: memberId, email } = await addMember(database, "maker");
		const [own, anew, other] = ["a", "b", "c"].map(() => person({ email, groups: ["cashiers"] }));
		expect(await isIn((await signInAs(own?.login ?? "")).session)).toBe(true);
		for (const disabled of [true, false]) {
			expect((await signInAs(anew?.login ?? "")).fault).toBe("other_identity");
			const at = new Date();
			const step = { memberId, change: { disabled }, passwordHash: null, at, by: null };
			await asOwner(database, (trx) => applyMemberChange(trx, step));
		}
		expect(await isIn((await signInAs(anew?.login ?? "")).session)).toBe(true);
		expect((await signInAs(other?.login ?? "")).fault).toBe("other_identity");
		expect((await signInAs(own?.login ?? "")).fault).toBe("other_identity");
		const linked = database.selectFrom("member_identity").select("subject").where("member_id", "=", memberId);
		expect(await linked.execute()).toEqual([{ subject: anew?.login }]);
	});

	test.each([
		["an e-mail that is not verified", { emailVerified: false }, "email_unverified"],
		["no group that gives a role", { groups: ["unknown"] }, "no_role"],
	])("refuses %s, and makes nobody", async (_, facts, fault) => {
		desk();
		const awa = person(facts);
		const refused = await signInAs(awa.login);
		expect([refused.fault, refused.session]).toEqual([fault, null]);
		expect(await byEmail(awa.email)).toBeUndefined();
	});

	test("refuses an unverified e-mail also where a member has it: nobody becomes an admin by naming one", async () => {
		desk();
		const { email } = await addMember(database, "admin");
		const thief = person({ email, emailVerified: false, groups: ["staff"] });
		expect((await signInAs(thief.login)).fault).toBe("email_unverified");
	});

	test("refuses whose groups give nothing any more, and ends what they had open; and whoever is disabled", async () => {
		desk();
		const awa = person({ groups: ["cashiers"] });
		const { session } = await signInAs(awa.login);
		provider.people.set(awa.login, { ...awa, groups: [] });
		expect((await signInAs(awa.login)).fault).toBe("no_role");
		expect(await isIn(session)).toBe(false);
		provider.people.set(awa.login, awa);
		await database.updateTable("member").set({ disabled_at: new Date() }).where("email", "=", awa.email).execute();
		expect((await signInAs(awa.login)).fault).toBe("disabled");
	});

	test("is one session a sign-in: the one that the browser carried ends", async () => {
		desk();
		const awa = person();
		const first = await signInAs(awa.login);
		const { back, loginState } = await atProvider(awa.login);
		await comeBack(back, `${loginState}; ${first.session}`);
		expect(await isIn(first.session)).toBe(false);
	});
});

describe("what comes back from the provider", () => {
	test("opens nothing twice, nor in another browser, nor with another state", async () => {
		desk();
		const { back, loginState } = await atProvider(person().login);
		expect((await comeBack(back, null)).headers.get("location")).toContain("fault=expired");
		const other = await begin();
		const foreign = await comeBack(back, other.loginState);
		expect(foreign.headers.get("location")).toContain("fault=expired");
		expect(foreign.headers.getSetCookie()).toEqual([]);
		const wrong = back.replace(/state=[^&]+/, "state=another");
		expect((await comeBack(wrong, loginState)).headers.get("location")).toContain("fault=expired");
		const right = await comeBack(back, loginState);
		expect(right.headers.get("location")).toBe(`${ORIGIN}/`);
		// The login state is removed from the browser, and a copy of it finds the code used.
		expect(right.headers.getSetCookie().some((each) => /^cauri-login-state=;.*Max-Age=0/.test(each))).toBe(true);
		expect((await comeBack(back, loginState)).headers.get("location")).toContain("fault=unproved");
	});

	test.each(["nonce", "verifier"] as const)("is refused where the %s is another one", async (part) => {
		const { system } = desk();
		const awa = person();
		const { back, loginState } = await atProvider(awa.login);
		const opened = await openLoginState(system.config, loginState.replace(/^[^=]+=/, ""));
		if (!opened) throw new Error("the login state opens");
		const swapped = await sealLoginState(system.config, { ...opened, [part]: "x".repeat(43) });
		expect((await comeBack(back, `cauri-login-state=${swapped}`)).headers.get("location")).toContain("fault=unproved");
		expect(await byEmail(awa.email)).toBeUndefined();
	});

	test("is refused with a login state that was changed, or is older than ten minutes", async () => {
		const { system } = desk();
		const { back, loginState } = await atProvider(person().login);
		const changed = `${loginState.slice(0, -9)}${loginState.at(-9) === "A" ? "B" : "A"}${loginState.slice(-8)}`;
		expect((await comeBack(back, changed)).headers.get("location")).toContain("fault=expired");
		const opened = await openLoginState(system.config, loginState.replace(/^[^=]+=/, ""));
		if (!opened) throw new Error("the login state opens");
		const now = Date.now();
		const then = vi.spyOn(Date, "now").mockReturnValue(now - 11 * 60_000);
		const old = await sealLoginState(system.config, opened);
		then.mockRestore();
		expect((await comeBack(back, `cauri-login-state=${old}`)).headers.get("location")).toContain("fault=expired");
	});

	test("is a page that the browser went to: no script of another site asks for it, and none of ours is let in for it", async () => {
		desk();
		const { back, loginState } = await atProvider(person().login);
		for (const mode of ["cors", "no-cors", "same-origin", "websocket"]) {
			const asked = await comeBack(back, loginState, { "sec-fetch-site": "cross-site", "sec-fetch-mode": mode });
			expect([mode, asked.status, asked.headers.get("location")]).toEqual([mode, 403, null]);
		}
		expect((await comeBack(back, loginState)).headers.get("location")).toBe(`${ORIGIN}/`);
	});

	test("says in our words why not, never in the provider's", async () => {
		desk();
		const { loginState, address } = await begin();
		const state = address.searchParams.get("state");
		const path = `/api/single-sign-on/callback?state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
		const answer = await comeBack(`${path}&error=access_denied&error_description=%3Cb%3Ehello%3C%2Fb%3E`, loginState);
		expect(answer.headers.get("location")).toBe(`${ORIGIN}/sign-in?fault=cancelled`);
	});

	test("leads to no address but ours", async () => {
		desk();
		for (const next of ["//evil.example", "https://evil.example", "/\\evil.example"]) {
			const { to } = await signInAs(person().login, `/api/single-sign-on?next=${encodeURIComponent(next)}`);
			expect(to.href).toBe(`${ORIGIN}/`);
		}
	});
});

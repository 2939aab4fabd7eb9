import { afterAll, describe, expect, test, vi } from "vitest";
import { openLoginState, sealLoginState } from "#server/single-sign-on/login-state.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { type Person, startIdentityProvider } from "#tests/support/provider/identity-provider.ts";
import {
	atProvider,
	begin,
	comeBack,
	memberOf,
	newPerson,
	ORIGIN,
	providedDesk,
	signInAs,
} from "#tests/support/provider/provided-desk.ts";

const provider = await startIdentityProvider();
afterAll(() => provider.stop());
const { database } = await createTestDatabase();
const desk = () => providedDesk(database, provider);
const person = (facts: Partial<Person> = {}) => newPerson(provider, facts);
const byEmail = (email: string) => memberOf(database, email);

describe("what comes back from the provider", () => {
	test("opens nothing twice, nor in another browser, nor with another state", async () => {
		desk();
		const { back, loginState } = await atProvider(person().login);
		expect((await comeBack(back, null)).headers.get("location")).toContain("fault=expired");
		const other = await begin();
		expect((await comeBack(back, other.loginState)).headers.get("location")).toContain("fault=unproved");
		const wrong = back.replace(/state=[^&]+/, "state=another");
		expect((await comeBack(wrong, loginState)).headers.get("location")).toContain("fault=unproved");
		const right = await comeBack(back, loginState);
		expect(right.headers.get("location")).toBe(`${ORIGIN}/`);
		// The login state is taken from the browser; a copy of it finds the code spent.
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

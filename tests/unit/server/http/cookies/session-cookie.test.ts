import { sealData } from "iron-session";
import { describe, expect, test } from "vitest";
import { newSessionId } from "#server/access/session-id.ts";
import { clearedSessionCookie, readSessionCookie, sessionCookie } from "#server/http/cookies/session-cookie.ts";
import { Secret } from "#server/secret.ts";

const OLD = "an-older-password-of-thirty-two-characters";
const NEW = "a-newer-password-of-thirty-two-characters";
const http = { appOrigin: new URL("http://localhost:3000"), sessionPasswords: { 1: new Secret(OLD) } };
const https = { appOrigin: new URL("https://desk.example.com"), sessionPasswords: { 1: new Secret(OLD) } };

const pair = (cookie: string) => cookie.split(";")[0] ?? "";

describe("the session's cookie", () => {
	test("on https is bound to host and https, kept from scripts and from other sites", async () => {
		const cookie = await sessionCookie(https, newSessionId());
		expect(cookie).toMatch(/^__Host-cauri=[^;]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/);
	});

	test("on plain http has a name that browsers take there", async () => {
		expect(await sessionCookie(http, newSessionId())).toMatch(
			/^cauri=[^;]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
		);
	});

	test("stays under 600 bytes and does not show the id", async () => {
		const id = newSessionId();
		const cookie = await sessionCookie(https, id);
		expect(Buffer.byteLength(cookie)).toBeLessThanOrEqual(600);
		expect(cookie).not.toContain(id);
	});

	test("is read back, also among others", async () => {
		const id = newSessionId();
		const cookie = pair(await sessionCookie(http, id));
		expect(await readSessionCookie(http, `cauri_theme=dark; ${cookie}; other=1`)).toBe(id);
	});

	test("is read after the password was rotated, and sealed with the newest", async () => {
		const rotated = { ...http, sessionPasswords: { 1: new Secret(OLD), 2: new Secret(NEW) } };
		const id = newSessionId();
		expect(await readSessionCookie(rotated, pair(await sessionCookie(http, id)))).toBe(id);
		const fresh = pair(await sessionCookie(rotated, id));
		expect(await readSessionCookie(http, fresh)).toBeNull();
		expect(await readSessionCookie({ ...http, sessionPasswords: { 2: new Secret(NEW) } }, fresh)).toBe(id);
	});

	test("is removed by an empty one that ended", () => {
		expect(clearedSessionCookie(https)).toMatch(/^__Host-cauri=; Path=\/; Max-Age=0; /);
	});
});

describe("a cookie that is not ours is nobody's, and no error", () => {
	const strange = [
		null,
		"",
		"cauri=",
		"cauri",
		"cauri=x",
		"cauri=Fe26.2*1*a*b*c*d*e*f",
		"cauri=%E0%A4%A",
		`cauri=${"x".repeat(100_000)}`,
		"cauri=Fe26.2*__proto__*a*b*c*1*e*f",
		"cauri=\u0000",
	];
	test.each(strange)("%j", async (header) => {
		expect(await readSessionCookie(http, header)).toBeNull();
	});

	test("sealed with another password", async () => {
		const foreign = { ...http, sessionPasswords: { 1: new Secret(NEW) } };
		expect(await readSessionCookie(http, pair(await sessionCookie(foreign, newSessionId())))).toBeNull();
	});

	test.each([
		{},
		{ id: 7 },
		{ id: "short" },
		{ id: ["a"] },
		"text",
		[1],
		{ id: "x".repeat(43), __proto__: null, extra: 1 },
	])("sealed by us but holding %j", async (data) => {
		const seal = await sealData(data, { password: { 1: OLD } });
		const id = await readSessionCookie(http, `cauri=${seal}`);
		expect(id === null || id === "x".repeat(43)).toBe(true);
	});

	test("changed in any one place", async () => {
		const cookie = pair(await sessionCookie(http, newSessionId()));
		const sealEnd = cookie.lastIndexOf("~");
		for (let at = "cauri=".length; at < sealEnd; at += 7) {
			const other = cookie[at] === "A" ? "B" : "A";
			expect(await readSessionCookie(http, cookie.slice(0, at) + other + cookie.slice(at + 1))).toBeNull();
		}
	});
});

import { expect, test } from "vitest";
import { preferenceCookies, readPreferenceCookies } from "#server/http/cookies/preference-cookies.ts";

test("a preference is a cookie of a year, only the ones given", () => {
	expect(preferenceCookies(new URL("http://localhost:3000"), { locale: "fr" })).toEqual([
		"cauri_locale=fr; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax",
	]);
	expect(preferenceCookies(new URL("https://desk.example.com"), { locale: "en", theme: "dark" })).toHaveLength(2);
	expect(preferenceCookies(new URL("https://desk.example.com"), { theme: "dark" })[0]).toMatch(/; Secure$/);
});

test("on https a preference is bound to host and https, and is read by that name alone", () => {
	const https = new URL("https://desk.example.com");
	const [cookie = ""] = preferenceCookies(https, { theme: "dark" });
	expect(cookie).toMatch(/^__Host-cauri_theme=dark; Path=\/; .*; Secure$/);
	const sent = new Map([
		["cauri_locale", "fr"],
		["__Host-cauri_theme", "dark"],
	]);
	const read = (origin: URL) => readPreferenceCookies(origin, (name) => sent.get(name));
	expect(read(https)).toEqual({ locale: undefined, theme: "dark" });
	expect(read(new URL("http://localhost:3000"))).toEqual({ locale: "fr", theme: undefined });
});

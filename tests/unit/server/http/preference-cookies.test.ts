import { expect, test } from "vitest";
import { preferenceCookies } from "#server/http/preference-cookies.ts";

test("a preference is a cookie of a year, only the ones given", () => {
	expect(preferenceCookies(new URL("http://localhost:3000"), { locale: "fr" })).toEqual([
		"cauri_locale=fr; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax",
	]);
	expect(preferenceCookies(new URL("https://desk.example.com"), { locale: "en", theme: "dark" })).toHaveLength(2);
	expect(preferenceCookies(new URL("https://desk.example.com"), { theme: "dark" })[0]).toMatch(/; Secure$/);
});

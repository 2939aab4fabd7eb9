import { expect, test } from "vitest";
import { mailMoment } from "#server/mail/mail-texts.ts";

const at = new Date("2026-11-22T17:42:31Z");

test.each([
	["en", "Africa/Abidjan", "22 November 2026 at 17:42 (Africa/Abidjan)"],
	["fr", "Africa/Abidjan", "22 novembre 2026 à 17:42 (Africa/Abidjan)"],
	["en", "Africa/Nairobi", "22 November 2026 at 20:42 (Africa/Nairobi)"],
	["fr", "Pacific/Auckland", "23 novembre 2026 à 06:42 (Pacific/Auckland)"],
] as const)("a mail says a moment as the desk does, in %s with its zone %s", (locale, timeZone, text) => {
	expect(mailMoment(at, { locale, timeZone })).toBe(text);
});

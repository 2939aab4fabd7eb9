import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PasswordFault, passwordFault } from "#server/access/password-rules.ts";

const AWA = { email: "awa.kone@example.com", name: "Awa Koné" };

describe("a password", () => {
	const refused: [string, PasswordFault][] = [
		["elevenchars", "too_short"],
		["😀😀😀😀😀😀", "too_short"],
		["passwordpassword", "too_common"],
		["P@ssw0rd!2026", "too_common"],
		["Password1345!", "too_common"],
		["motdepasse123", "too_common"],
		["MotDePasse1234", "too_common"],
		["qwertyuiop12", "too_common"],
		["azertyuiop2026", "too_common"],
		["qwertyuiopasdf", "too_common"],
		["123456789012", "too_common"],
		["210987654321", "too_common"],
		["abcdefghijkl", "too_common"],
		["aaaaaaaaaaaaa", "too_common"],
		["abcdeabcdeabcde", "too_common"],
		["1qaz2wsx3edc", "too_common"],
		["bienvenue2026!", "too_common"],
		["awa.kone@example.com", "password_has_name"],
		["AwaKone2026!", "password_has_name"],
		["Awa Koné 2026", "password_has_name"],
		["4w4.k0n3-12345", "password_has_name"],
		["cauri-cauri-1", "password_has_name"],
		["Cauri20262026", "password_has_name"],
	];
	test.each(refused)("%s is refused as %s", (password, fault) => {
		expect(passwordFault(password, AWA)).toBe(fault);
	});

	test.each([
		"green-river-stone",
		"correct horse battery staple",
		"vingt-deux tortues bleues",
		"lagune sous la pluie",
		"zvkqpwtmhxrd",
		"password of my grandmother's boat",
		"Kx9#mQ2$vL7&",
	])("%s is taken: no rule asks for kinds of characters", (password) => {
		expect(passwordFault(password, AWA)).toBeNull();
	});

	test("is never refused with an exception, whatever is typed", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme", maxLength: 64 }), fc.string(), (password, name) => {
				const fault = passwordFault(password, { email: "m@x.example", name });
				expect([null, "too_short", "too_common", "password_has_name"]).toContain(fault);
			}),
		);
	});

	test("shorter than twelve characters is always too short", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 11 }), (password) => {
				expect(passwordFault(password, AWA)).toBe("too_short");
			}),
		);
	});
});

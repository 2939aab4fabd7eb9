import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PasswordFault, passwordFault } from "#server/access/password/password-rules.ts";

const AWA = { email: "awa.kone@example.com", name: "Awa Koné", businessName: "Sahel Textiles" };

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
		["sahel-textiles-2026", "password_has_name"],
		["S4helTextiles!", "password_has_name"],
		["1q2w3e4r5t6y", "too_common"],
		["123456789abc", "too_common"],
		["asdfghjkl123", "too_common"],
		["azertyuiop123", "too_common"],
		["aqwzsxedcrfv", "too_common"],
		["michaeljackson", "too_common"],
		["baobab-mangue-2026", "too_common"],
		["Baobab-Mangue-2026", "too_common"],
		["mangue-baobab-2025", "too_common"],
		["tortue-lagune-2024", "too_common"],
		["Soleil.Montagne.1998", "too_common"],
		["forêt_rivière_2025", "too_common"],
		["2026/summer/mountain", "too_common"],
		["abidjan-dakar-2026", "too_common"],
		["cotedivoire2026", "too_common"],
		["côte d'ivoire 2026", "too_common"],
		["allezlesbleus", "too_common"],
		["jetaimemonamour", "too_common"],
		["orangemoney225", "too_common"],
		["green-river-stone", "too_common"],
	];
	test.each(refused)("%s is refused as %s", async (password, fault) => {
		expect(await passwordFault(password, AWA)).toBe(fault);
	});

	test.each([
		"correct horse battery staple",
		"vingt-deux tortues bleues",
		"lagune sous la pluie",
		"lanterne courge volcan pipette",
		"cheval-pile-agrafe-lampe",
		"orange table fenêtre nuage",
		"kapok lantern seven tortoise",
		"zvkqpwtmhxrd",
		"password of my grandmother's boat",
		"Kx9#mQ2$vL7&",
	])("%s is taken: no rule asks for kinds of characters", async (password) => {
		expect(await passwordFault(password, AWA)).toBeNull();
	});

	test("of four words picked at random is taken, whatever stands between them", async () => {
		const { dictionary } = await import("@zxcvbn-ts/language-common");
		const word = fc.constantFrom(...dictionary["diceware-common"].map(String).filter((each) => each.length >= 4));
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(word, { minLength: 4, maxLength: 6 }),
				fc.constantFrom(" ", "-", ".", ""),
				async (picked, sign) => {
					expect(await passwordFault(picked.join(sign), AWA)).toBeNull();
				},
			),
			{ numRuns: 100, seed: 20_261_122 },
		);
	});

	test("of two words and a year is refused, whatever stands between them", async () => {
		const { dictionary } = await import("@zxcvbn-ts/language-fr");
		const word = fc.constantFrom(
			...dictionary["commonWords-fr"]
				.slice(0, 5_000)
				.map(String)
				.filter((each) => /^\p{L}{4,}$/u.test(each)),
		);
		const year = fc.integer({ min: 1950, max: 2035 });
		await fc.assert(
			fc.asyncProperty(word, word, year, fc.constantFrom(" ", "-", ".", ""), async (one, other, when, sign) => {
				expect(await passwordFault([one, other, when].join(sign), AWA)).not.toBeNull();
			}),
			{ numRuns: 100, seed: 20_261_122 },
		);
	});

	test("is never refused with an exception, whatever is typed, and shorter than twelve characters it is always too short", async () => {
		const typed = fc.oneof(
			fc.string({ unit: "grapheme", maxLength: 256 }),
			fc.string({ unit: "grapheme-ascii", maxLength: 11 }),
		);
		await fc.assert(
			fc.asyncProperty(typed, fc.string(), async (password, name) => {
				const fault = await passwordFault(password, { email: "m@x.example", name });
				expect([null, "too_short", "too_common", "password_has_name"]).toContain(fault);
				if ([...password].length < 12) expect(fault).toBe("too_short");
			}),
			{ numRuns: 80 },
		);
	});
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isInvisible } from "#lib/contracts/common-fields.ts";
import { newMemberSchema } from "#lib/contracts/member.ts";
import { depositRequestSchema } from "#lib/contracts/payment-request.ts";
import { looksLike } from "#lib/members/look-alikes.ts";

describe("two names", () => {
	test.each([
		["Awa Koné", "awa kone", "case and accents"],
		["Awa Koné", "Аwа Коnе́", "Cyrillic letters"],
		["Nina Toure", "Νina Τoure", "Greek capitals"],
		["Alice Pop", "AIice Pop", "a capital I for a small l"],
		["Alice Pop", "A1ice Pop", "a digit for a letter"],
		["Ali Ba", "ALI BA", "all in capitals"],
		["Moussa Diop", "M0ussa Di0p", "zeros"],
		["Awa Koné", "Awa\u200b Kon\u00e9\u2060", "characters that are not seen"],
		["Awa Koné", "Awa\u00a0\u2003Koné ", "other blanks"],
		["Awa-Marie Koné", "Awa Marie Koné", "a hyphen"],
		["N’Dri Yao", "N'Dri Yao", "another apostrophe"],
		["Amadou", "Ａｍａｄｏｕ", "wide letters"],
		["Bernard", "Bemard", "rn for m"],
		["Сергей", "сергей", "names that are not Latin"],
	])("%s and %s look alike: %s", (one, other) => {
		expect(looksLike(one, other)).toBe(true);
		expect(looksLike(other, one)).toBe(true);
	});

	test.each([
		["Awa Koné", "Awa Konaté"],
		["Awa Koné", "Awa B. Koné"],
		["Elia Diop", "Ella Diop"],
		["Aya", "Awa"],
		["Сергей", "Андрей"],
		["Yao Kouassi", "Yao Kouadio"],
		["أحمد", "محمد"],
		["王伟", "王芳"],
	])("%s and %s are two people", (one, other) => {
		expect(looksLike(one, other)).toBe(false);
	});

	test("look like themselves, however they are written: in capitals, without accents, or with what is not seen", () => {
		const name = fc.stringMatching(/^[A-Za-zÀ-ÖÙ-öù-ü][A-Za-zÀ-ÖÙ-öù-ü '-]{0,30}$/);
		const hidden = fc.constantFrom("\u200b", "\u2060", "\u00ad", "\ufe0f", "\u200d");
		fc.assert(
			fc.property(name, hidden, fc.nat(), (text, sign, place) => {
				const at = place % (text.length + 1);
				expect(looksLike(text, text)).toBe(true);
				expect(looksLike(text, text.toUpperCase())).toBe(true);
				expect(looksLike(text, text.slice(0, at) + sign + text.slice(at))).toBe(true);
				expect(looksLike(text, text.normalize("NFD"))).toBe(true);
			}),
		);
	});
});

describe("text that shows nothing", () => {
	const UNSEEN = [
		"\u200b",
		"\u2060\u2060",
		"\u00ad",
		"\u3164",
		"\u115f",
		"\u2800 \u2800",
		"\ufeff",
		"\u180e",
		"\u0301",
		"\u{e0020}",
	];

	test.each(UNSEEN)("%j is found", (text) => {
		expect(isInvisible(text)).toBe(true);
	});

	test.each(["é", "—", "·", "王", "👍", "أ", "0"])("%j is text", (text) => {
		expect(isInvisible(text)).toBe(false);
	});

	test.each(UNSEEN.filter((text) => text.trim() !== ""))(
		"%j is neither a member's name nor a note: the fault stands at the field",
		(text) => {
			const member = newMemberSchema.safeParse({
				email: "a@b.example",
				name: text,
				role: "maker",
				password: "x".repeat(20),
			});
			expect(member.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
				["name", "invisible"],
			]);
			const facts = { amount: "5", currency: "XOF", operator: "wave-ci", country: "CI", phoneNumber: "+2250701020304" };
			const deposit = depositRequestSchema.safeParse({ ...facts, note: text });
			expect(deposit.error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
				["note", "invisible"],
			]);
		},
	);
});

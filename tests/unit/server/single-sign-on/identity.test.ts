import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { freeName } from "#server/single-sign-on/admit-member.ts";
import { readIdentity } from "#server/single-sign-on/identity.ts";

const WHO = { iss: "https://id.example", sub: "u-1" };

describe("what a provider claims", () => {
	test("is read in full", () => {
		const claims = {
			...WHO,
			email: "Awa@Example.com",
			email_verified: true,
			name: "Awa Koné",
			auth_time: 1_700_000_000,
		};
		expect(readIdentity({ ...claims, roles: ["a"] }, "roles")).toEqual({
			issuer: WHO.iss,
			subject: "u-1",
			email: "awa@example.com",
			emailVerified: true,
			name: "Awa Koné",
			groups: ["a"],
			provedAt: new Date(1_700_000_000_000),
			sid: null,
		});
	});

	test("verifies an e-mail by the word true alone", () => {
		fc.assert(
			fc.property(fc.anything(), (word) => {
				expect(readIdentity({ ...WHO, email_verified: word }, "groups").emailVerified).toBe(word === true);
			}),
		);
	});

	test("of any form at all is read without a fault, and what is not in form is none", () => {
		const claims = fc.dictionary(
			fc.constantFrom("email", "name", "preferred_username", "auth_time", "groups", "x"),
			fc.anything(),
		);
		fc.assert(
			fc.property(claims, (claimed) => {
				const { email, name, provedAt } = readIdentity({ ...claimed, ...WHO }, "groups");
				if (email !== null) expect(email).toMatch(/^[^@\s]+@[^@\s]+$/);
				if (name !== null) expect(name.trim().length).toBeGreaterThan(0);
				if (provedAt !== null) expect(provedAt.getTime()).not.toBeNaN();
			}),
		);
	});

	test("gives no groups by what every object has", () => {
		expect(readIdentity(WHO, "constructor").groups).toBeUndefined();
	});
});

describe("the name of a member whom the provider names", () => {
	const taken = ["Awa Koné", "Kofi Mensah"];
	test("is the provider's, unless it passes for another member's", () => {
		expect(freeName("Issa Traoré", "issa@x.example", taken)).toBe("Issa Traoré");
		expect(freeName("Awa Kone", "awa.k@x.example", taken)).toBe("Awa Kone · awa.k@x.example");
		expect(freeName(null, "issa@x.example", taken)).toBe("issa@x.example");
	});
});

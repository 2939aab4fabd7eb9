import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mailFaults } from "#server/environment/network-faults.ts";

const from = "desk@example.com";

describe("the address of the mail server", () => {
	test.each(["", "smtp://mail.example.com", "smtps://user:p%40ss@mail.example.com:465", "smtp://127.0.0.1:2525"])(
		"%s is taken",
		(url) => {
			expect(mailFaults({ url, from: url ? from : "" })).toEqual([]);
		},
	);

	test.each([
		"https://mail.example.com",
		"mail.example.com",
		"smtp://",
		"smtp://mail.example.com/path",
		"smtp://mail.example.com/?ignoreTLS=true",
		"smtps://mail.example.com?tls.rejectUnauthorized=false",
		"smtp://mail.example.com#x",
	])("%s is refused", (url) => {
		expect(mailFaults({ url, from })).not.toEqual([]);
	});

	test("wants one plain sender, and no sender alone", () => {
		for (const bad of ["", "Desk <desk@example.com>", "a@example.com,b@example.com", "a b@example.com"])
			expect(mailFaults({ url: "smtp://mail.example.com", from: bad })).not.toEqual([]);
		expect(mailFaults({ url: "", from })).not.toEqual([]);
	});

	test("no fault tells a password", () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[a-z]{8}$/), fc.constantFrom("?x=1", "/a", "#b", ""), (word, end) => {
				const faults = mailFaults({ url: `smtp://desk:${word}@mail.example.com${end}`, from: "" });
				expect(faults.join("\n")).not.toContain(word);
			}),
		);
	});
});

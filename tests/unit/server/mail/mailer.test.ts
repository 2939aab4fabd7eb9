import { describe, expect, test } from "vitest";
import { smtpOptions } from "#server/mail/mailer.ts";

describe("the way to the mail server", () => {
	test.each([
		["smtp://mail.example.com", { host: "mail.example.com", port: 587, secure: false, requireTLS: true }],
		["smtps://mail.example.com", { port: 465, secure: true }],
		["smtp://10.0.0.7:2525", { port: 2525, requireTLS: true }],
		["smtp://127.0.0.1:25", { port: 25, secure: false, requireTLS: false }],
		["smtp://[::1]:25", { host: "::1", requireTLS: false }],
	])("%s demands TLS beyond this machine", (url, wanted) => {
		expect(smtpOptions(url)).toMatchObject(wanted);
	});

	test("never looks away from a certificate", () => {
		expect(Object.keys(smtpOptions("smtp://mail.example.com"))).not.toContain("tls");
		expect(smtpOptions("smtp://mail.example.com")).not.toHaveProperty("ignoreTLS");
	});
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { qrPath } from "#lib/qr-path.ts";
import { checkQrCode, safePaymentUrl } from "#server/momo/payer-links.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const picture = (base64: string) => `data:image/png;base64,${base64}`;

describe("a payment address", () => {
	test.each([
		["https://pay.example.com/x?y=1#z", "https://pay.example.com/x?y=1#z"],
		["HTTPS://PAY.example.com", "https://pay.example.com/"],
		["http://localhost:4010/pay/TX-1", "http://localhost:4010/pay/TX-1"],
		["http://127.0.0.1:4010/pay/TX-1", "http://127.0.0.1:4010/pay/TX-1"],
	])("%s may be opened", (text, href) => {
		expect(safePaymentUrl(text)).toBe(href);
	});

	test.each([
		"http://pay.example.com/",
		"http://127.0.0.1.example.com/",
		"javascript:alert(1)",
		"java\tscript:alert(1)",
		" https://pay.example.com/",
		"data:text/html,x",
		"//pay.example.com/",
		"/\\pay.example.com",
		"https:pay.example.com",
		"https:///pay.example.com",
		"https://user@pay.example.com/",
		"https://user:word@pay.example.com/",
		"https://@pay.example.com/",
		"https://pay.example.com\\@evil.example/",
		"https://pay.example.com/\u202Egnp.exe",
		"https://pay.exa\nmple.com/",
		"ftp://pay.example.com/",
		"file:///etc/passwd",
		"https://",
		`https://pay.example.com/${"x".repeat(2_000)}`,
		"",
		null,
		undefined,
	])("%j may not", (text) => {
		expect(safePaymentUrl(text)).toBeNull();
	});

	test("that passes is always https without user info, or loopback", () => {
		fc.assert(
			fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (text) => {
				const href = safePaymentUrl(text);
				if (href === null) return;
				const url = new URL(href);
				expect(url.protocol === "https:" || ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)).toBe(true);
				expect(url.username + url.password).toBe("");
			}),
		);
	});
});

describe("a QR code", () => {
	test("that is a real PNG may be shown as a picture", () => {
		expect(checkQrCode(picture(PIXEL))).toBe(picture(PIXEL));
	});

	test("that is a PNG in base64 without its type is the picture, never a code of these letters", () => {
		expect(checkQrCode(PIXEL)).toBe(picture(PIXEL));
		expect(checkQrCode(`${PIXEL.slice(0, 40)}*`)).toBeNull();
	});

	test.each([
		["SVG", "data:image/svg+xml;base64,PHN2Zy8+"],
		["HTML", "data:text/html;base64,PGI+"],
		["HTML called PNG", picture(Buffer.from("<script>alert(1)</script>".repeat(4)).toString("base64"))],
		[
			"PNG's first bytes alone",
			picture(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).toString("base64")),
		],
		["more than 200 KB", picture(`${PIXEL.slice(0, 80)}${"A".repeat(280_000)}`)],
		["unquoted end", `${picture(PIXEL)}" onload="x`],
		["a hidden type", ` data:image/png;base64,${PIXEL}`],
		["a script", "javascript:alert(1)"],
		["an address of another kind", "http://pay.example.com/"],
		["markup", "<img src=x>"],
		["too long a text", "x".repeat(1_001)],
		["a control character", "PAY\u0000"],
		["nothing", ""],
	])("that is %s is dropped", (_name, text) => {
		expect(checkQrCode(text)).toBeNull();
	});

	test.each([
		["a long text", "x".repeat(1_000)],
		["a long text of letters of three bytes", "€".repeat(1_000)],
		["a long address", `https://pay.example.com/${"x".repeat(1_900)}`],
		["an address whose letters are written as six signs each", `https://pay.example.com/${"é".repeat(900)}`],
	])("of %s is dropped, or can be drawn: its deposit's page could not be opened", (_name, text) => {
		for (const code of [checkQrCode(text), checkQrCode(safePaymentUrl(text)), safePaymentUrl(text)])
			if (code) expect(qrPath(code).size).toBeLessThan(200);
	});

	test("that is text or a good address is text, to be drawn by ourselves", () => {
		expect(checkQrCode("00020101021226")).toBe("00020101021226");
		expect(checkQrCode("https://pay.example.com/q")).toBe("https://pay.example.com/q");
	});
});

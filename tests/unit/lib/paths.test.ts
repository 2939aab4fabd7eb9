import fc from "fast-check";
import { expect, test } from "vitest";
import { isCurrency, isReference, localPath } from "#lib/paths.ts";

test.each(["TX-20260310-AB12", "DEP.CI.XX_1-2", "a", "0", "a".repeat(128)])("%j is a reference", (text) => {
	expect(isReference(text)).toBe(true);
});

const HOSTILE = [
	"",
	".",
	"..",
	"../etc",
	"a/b",
	"a\\b",
	"%2e%2e",
	"a%2fb",
	"a?b",
	"a#b",
	"a b",
	"a\n",
	"a\r\nx: y",
	"a\0",
	"-a",
	"_a",
	"ä",
	"a\u202eb",
	"a".repeat(129),
];

test.each(HOSTILE)("%j is no reference", (text) => {
	expect(isReference(text)).toBe(false);
});

test("a reference never leaves its segment of a path", () => {
	fc.assert(
		fc.property(fc.oneof(fc.string(), fc.constantFrom(...HOSTILE), fc.webPath()), (text) => {
			fc.pre(isReference(text));
			const url = new URL(`https://service.example/api/v1/transactions/detail/${encodeURIComponent(text)}/`);
			expect(url.pathname).toBe(`/api/v1/transactions/detail/${text}/`);
			expect(url.search + url.hash).toBe("");
		}),
	);
});

test.each(["XOF", "XAF", "KES"])("%s is a currency", (text) => {
	expect(isCurrency(text)).toBe(true);
});

test.each(["", "xof", "XO", "XOFX", "XOF\n", "X/F", "XÖF", "..."])("%j is no currency", (text) => {
	expect(isCurrency(text)).toBe(false);
});

test.each(["/", "/movements", "/payouts/01ABC?tab=history#top", "/transactions/TX-1%2F2", "/a//b"])(
	"%j is a way inside the house",
	(path) => {
		expect(localPath(path)).toBe(path);
	},
);

test.each([
	null,
	undefined,
	"",
	"movements",
	"//evil.example",
	"///evil.example",
	"/\\evil.example",
	"\\\\evil.example",
	"/movements\\..\\x",
	"https://evil.example",
	"https:evil.example",
	"javascript:alert(1)",
	"java\tscript:alert(1)",
	"/\tjavascript:alert(1)",
	"/\n/evil.example",
	"/\t/evil.example",
	"/\r/evil.example",
	"/a\0b",
	" /movements",
	"/a\u0085b",
])("%j leads home", (path) => {
	expect(localPath(path)).toBe("/");
});

test("whatever is given, a browser stays on this origin", () => {
	const pieces = fc.array(
		fc.constantFrom("/", "\\", "\t", "\n", "\r", ".", "@", ":", "?", "#", "evil.example", "%2f", "a"),
	);
	fc.assert(
		fc.property(
			fc.oneof(
				fc.string(),
				pieces.map((list) => list.join("")),
				fc.webUrl(),
			),
			(text) => {
				expect(new URL(localPath(text), "https://desk.example").origin).toBe("https://desk.example");
				expect(new URL(localPath(`/${text}`), "https://desk.example").origin).toBe("https://desk.example");
			},
		),
	);
});

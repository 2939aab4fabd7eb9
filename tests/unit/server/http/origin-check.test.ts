import { describe, expect, test } from "vitest";
import { requireOwnOrigin } from "#server/http/origin-check.ts";

const OURS = new URL("https://desk.example.com");

function ask(method: string, headers: Record<string, string>) {
	requireOwnOrigin({ method, headers: new Headers(headers) }, OURS);
}

describe("an unsafe request", () => {
	test.each(["POST", "PUT", "PATCH", "DELETE", "post", "PURGE"])("%s passes with our own origin", (method) => {
		expect(() => ask(method, { origin: "https://desk.example.com" })).not.toThrow();
	});

	test("passes with our own origin and a browser's word that it comes from the same origin", () => {
		expect(() => ask("POST", { origin: OURS.origin, "sec-fetch-site": "same-origin" })).not.toThrow();
	});

	test.each([
		"null",
		"",
		"https://evil.example",
		"http://desk.example.com",
		"https://desk.example.com:8443",
		"https://desk.example.com/",
		"https://desk.example.com.evil.example",
		"https://DESK.example.com",
		"https://desk.example.com, https://evil.example",
	])("is refused with the origin %j", (origin) => {
		expect(() => ask("POST", { origin })).toThrow(expect.objectContaining({ code: "foreign_origin" }));
	});

	test("is refused without an origin", () => {
		expect(() => ask("POST", {})).toThrow(expect.objectContaining({ code: "foreign_origin" }));
	});

	test.each(["cross-site", "same-site", "none"])("is refused when the browser says %s", (site) => {
		const headers = { origin: OURS.origin, "sec-fetch-site": site };
		expect(() => ask("POST", headers)).toThrow(expect.objectContaining({ code: "foreign_origin" }));
	});
});

describe.each(["GET", "HEAD", "OPTIONS"])("a %s request", (method) => {
	test.each(["cross-site", "same-site"])(
		"is refused when a page of another site makes it (%s): files, records and questions cost",
		(site) => {
			expect(() => ask(method, { "sec-fetch-site": site })).toThrow(
				expect.objectContaining({ code: "foreign_origin" }),
			);
		},
	);

	test("passes from our own pages, typed by a person, and from what is no browser", () => {
		for (const site of ["same-origin", "none"]) expect(() => ask(method, { "sec-fetch-site": site })).not.toThrow();
		expect(() => ask(method, {})).not.toThrow();
	});
});

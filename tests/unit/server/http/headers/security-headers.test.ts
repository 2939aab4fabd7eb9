import { describe, expect, test } from "vitest";
import { contentSecurityPolicy, securityHeaders } from "#server/http/headers/security-headers.ts";

const live = { nonce: "bm9uY2U=", https: true, development: false };

function directive(name: string, facts = live): string[] {
	const found = contentSecurityPolicy(facts)
		.split("; ")
		.find((text) => text.startsWith(`${name} `));
	return found?.split(" ").slice(1) ?? [];
}

describe("the content security policy", () => {
	test.each([
		["script-src", "'self' 'nonce-bm9uY2U=' 'strict-dynamic'"],
		["style-src", "'self' 'nonce-bm9uY2U='"],
		["style-src-attr", "'unsafe-inline'"],
		["frame-ancestors", "'none'"],
		["base-uri", "'none'"],
		["object-src", "'none'"],
		["form-action", "'self'"],
		["default-src", "'none'"],
		["connect-src", "'self'"],
	])("lets %s be %s", (name, sources) => {
		expect(directive(name).join(" ")).toBe(sources);
	});

	test("names no other host, no wildcard, and eval in development alone", () => {
		expect(contentSecurityPolicy(live)).not.toMatch(/https?:|\*|unsafe-eval|blob:/);
		expect(directive("script-src", { ...live, development: true })).toContain("'unsafe-eval'");
	});
});

describe("the other headers", () => {
	test("are all there", () => {
		expect(securityHeaders(live)).toMatchObject({
			"cross-origin-opener-policy": "same-origin",
			"cross-origin-resource-policy": "same-origin",
			"x-content-type-options": "nosniff",
			"x-frame-options": "DENY",
			"referrer-policy": "same-origin",
			"permissions-policy": expect.stringContaining("camera=()"),
		});
	});

	test("promise https only where the desk is on https", () => {
		expect(securityHeaders(live)["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
		expect(securityHeaders({ ...live, https: false })).not.toHaveProperty("strict-transport-security");
		expect(securityHeaders({ ...live, https: false })["content-security-policy"]).not.toContain("upgrade-insecure");
	});
});

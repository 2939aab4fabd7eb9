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
	test("runs only scripts with the nonce and what they load", () => {
		expect(directive("script-src")).toEqual(["'self'", "'nonce-bm9uY2U='", "'strict-dynamic'"]);
	});

	test("names no other host, no eval and no wildcard", () => {
		expect(contentSecurityPolicy(live)).not.toMatch(/https?:|\*|unsafe-eval|blob:/);
	});

	test("lets inline styles stand in attributes alone", () => {
		expect(directive("style-src")).not.toContain("'unsafe-inline'");
		expect(directive("style-src-attr")).toEqual(["'unsafe-inline'"]);
	});

	test("lets nobody frame, rebase or post forms elsewhere", () => {
		expect(directive("frame-ancestors")).toEqual(["'none'"]);
		expect(directive("base-uri")).toEqual(["'none'"]);
		expect(directive("object-src")).toEqual(["'none'"]);
		expect(directive("form-action")).toEqual(["'self'"]);
		expect(directive("default-src")).toEqual(["'none'"]);
		expect(directive("connect-src")).toEqual(["'self'"]);
	});

	test("allows eval in development alone", () => {
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

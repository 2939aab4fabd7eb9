import { describe, expect, test } from "vitest";
import { faultOf, isIdentity, readRetryAfter } from "#server/momo/exchange.ts";

describe("the head of an answer", () => {
	test.each([
		["30", undefined, 30],
		["0", undefined, 0],
		["999999999", undefined, 86_400],
		["Sun, 01 Mar 2026 10:00:30 GMT", "Sun, 01 Mar 2026 10:00:00 GMT", 30],
		["Sun, 01 Mar 2026 10:00:30 GMT", undefined, undefined],
		["Sun, 01 Mar 2026 09:00:00 GMT", "Sun, 01 Mar 2026 10:00:00 GMT", undefined],
		["-5", undefined, undefined],
		["soon", undefined, undefined],
		[undefined, undefined, undefined],
	])("Retry-After %j at %j is %j seconds", (retryAfter, date, seconds) => {
		expect(readRetryAfter(retryAfter, date)).toBe(seconds);
	});

	test("only identity is no compression", () => {
		expect([undefined, "", "identity", " Identity "].every(isIdentity)).toBe(true);
		expect(["gzip", "br", "deflate", "zstd", "identity, gzip", "x"].some(isIdentity)).toBe(false);
	});

	test("an error without a code is still a fault, by where it happened", () => {
		expect(faultOf(new Error("x"), false)).toBe("connect");
		expect(faultOf("x", true)).toBe("broken_off");
		expect(faultOf(Object.assign(new Error("x"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }), false)).toBe("tls");
		expect(faultOf(Object.assign(new Error("x"), { code: "HPE_INVALID_CONSTANT" }), true)).toBe("not_http");
	});
});

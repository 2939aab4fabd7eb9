import { expect, test } from "vitest";
import { createVerificationRateLimit } from "#server/papers/verification-rate-limit.ts";

test("one address asks twenty times a minute, while others may still ask", () => {
	let now = 0;
	const limit = createVerificationRateLimit(() => now);
	const asked = Array.from({ length: 25 }, () => limit.admits("192.0.2.1"));
	expect(asked.filter(Boolean)).toHaveLength(20);
	expect(limit.admits("192.0.2.2")).toBe(true);
	now += 60_000;
	expect(limit.admits("192.0.2.1")).toBe(true);
});

test("all together ask six hundred times a minute", () => {
	const limit = createVerificationRateLimit(() => 0);
	const asked = Array.from({ length: 700 }, (_, place) => limit.admits(`address ${place}`));
	expect(asked.filter(Boolean)).toHaveLength(600);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	hashRecoveryCode,
	newRecoveryCodes,
	plainRecoveryCode,
	RECOVERY_CODES,
} from "#server/second-factor/recovery-codes.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";
import { openSecret, sealSecret } from "#server/second-factor/seal-secret.ts";
import { codeAt, nextCode, STEP_MS, stepAt, stepOfCode } from "#server/second-factor/totp-code.ts";
import { Secret } from "#server/secret.ts";

const secrets = fc.uint8Array({ minLength: 20, maxLength: 20 });
const times = fc.integer({ min: 1_700_000_000_000, max: 2_500_000_000_000 }).map((ms) => new Date(ms));

describe("a code of the app", () => {
	test("is that of RFC 6238, to its six digits", () => {
		const secret = new TextEncoder().encode("12345678901234567890");
		const table = [
			[59, "287082"],
			[1_111_111_109, "081804"],
			[1_234_567_890, "005924"],
			[20_000_000_000, "353130"],
		] as const;
		for (const [seconds, code] of table) expect(codeAt(secret, Math.floor(seconds / 30))).toBe(code);
	});

	test("is taken within one step to either side, and never one that was spent or lies before it", () => {
		fc.assert(
			fc.property(
				secrets,
				times,
				fc.integer({ min: -3, max: 3 }),
				fc.option(fc.integer({ min: -3, max: 3 })),
				(secret, now, off, last) => {
					const step = stepAt(now) + off;
					const lastStep = last === null ? null : stepAt(now) + last;
					const code = codeAt(secret, step);
					const taken = stepOfCode(secret, code, { now, lastStep });
					const twins = [-1, 0, 1].map((near) => stepAt(now) + near).filter((near) => codeAt(secret, near) === code);
					if (taken === null)
						expect(twins.every((near) => lastStep !== null && near <= Math.max(lastStep, near))).toBe(true);
					else {
						expect(Math.abs(taken - stepAt(now))).toBeLessThanOrEqual(1);
						expect(lastStep === null || taken > lastStep).toBe(true);
						expect(codeAt(secret, taken)).toBe(code);
					}
					if (Math.abs(off) <= 1 && lastStep === null) expect(taken).not.toBeNull();
				},
			),
		);
	});

	test("of other than six digits is none, and spaces between them are no fault", () => {
		fc.assert(
			fc.property(secrets, times, fc.string(), (secret, now, text) => {
				fc.pre(!/^\d{6}$/.test(text.replace(/\s/g, "")));
				expect(stepOfCode(secret, text, { now, lastStep: null })).toBeNull();
			}),
		);
		const [secret, now] = [new Uint8Array(20), new Date(1_800_000_000_000)];
		const code = codeAt(secret, stepAt(now));
		expect(stepOfCode(secret, `${code.slice(0, 3)} ${code.slice(3)}`, { now, lastStep: null })).toBe(stepAt(now));
	});

	test("that is shown next is always taken, or comes after the seconds told", () => {
		fc.assert(
			fc.property(secrets, times, fc.integer({ min: -2, max: 1 }), (secret, now, last) => {
				const lastStep = stepAt(now) + last;
				const shown = nextCode(secret, { now, lastStep });
				if (shown.code !== null) expect(stepOfCode(secret, shown.code, { now, lastStep })).not.toBeNull();
				const later = new Date(now.getTime() + shown.seconds * 1_000);
				const next = nextCode(secret, { now: later, lastStep });
				expect(next.code).not.toBeNull();
				expect(shown.seconds).toBeLessThanOrEqual((3 * STEP_MS) / 1_000);
			}),
		);
	});
});

test("a recovery code has 140 bits, and reads the same however it is typed", () => {
	const codes = newRecoveryCodes();
	expect(new Set(codes).size).toBe(RECOVERY_CODES);
	for (const code of codes) {
		expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){6}[0-9a-hjkmnp-tv-z]{4}$/);
		const typed = [code, code.toUpperCase(), code.replaceAll("-", ""), code.replaceAll("0", "o").replaceAll("1", "l")];
		expect(new Set(typed.map(plainRecoveryCode)).size).toBe(1);
		expect(hashRecoveryCode("awa", code)).not.toBe(hashRecoveryCode("ibrahim", code));
	}
});

describe("a sealed secret", () => {
	const old = { sessionPasswords: { 1: new Secret("the-first-password-of-the-sessions") } };
	const both = { sessionPasswords: { ...old.sessionPasswords, 2: new Secret("the-second-password-of-the-sessions") } };
	const newest = { sessionPasswords: { 1: new Secret("the-second-password-of-the-sessions") } };

	test("opens for its member and by its password alone, which may be the older of two", () => {
		fc.assert(
			fc.property(secrets, fc.string(), fc.string(), (secret, member, other) => {
				fc.pre(member !== other);
				const sealed = sealSecret(old, member, secret);
				expect(openSecret(old, member, sealed)).toEqual(secret);
				expect(openSecret(both, member, sealed)).toEqual(secret);
				expect(openSecret(newest, member, sealed)).toBeNull();
				expect(openSecret(old, other, sealed)).toBeNull();
				expect(openSecret(newest, member, sealSecret(both, member, secret))).toEqual(secret);
			}),
		);
	});

	test("does not open once a character of it is another", () => {
		const sealed = sealSecret(old, "awa", new Uint8Array(20).fill(7));
		for (let at = 0; at < sealed.length - 1; at += 1) {
			const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "Q" : "A"}${sealed.slice(at + 1)}`;
			const opened = openSecret(old, "awa", changed);
			// The last character of a part may carry unused bits.
			if (opened !== null) expect(opened).toEqual(new Uint8Array(20).fill(7));
			else expect(opened).toBeNull();
		}
		expect(openSecret(old, "awa", "v1.AAAA.AAAA.AAAA")).toBeNull();
	});
});

describe("the relying party", () => {
	test.each([
		["https://desk.example.com", "desk.example.com", true],
		["http://localhost:3000", "localhost", true],
		["http://desk.example.com", "desk.example.com", false],
		["https://192.168.1.20", "192.168.1.20", false],
		["https://[::1]:3000", "[::1]", false],
	])("%s is %s; passkeys possible: %s", (origin, id, possible) => {
		const party = relyingParty({ appOrigin: new URL(origin), businessName: "Maison Baobab" });
		expect(party).toMatchObject({ id, origin, possible });
	});
});

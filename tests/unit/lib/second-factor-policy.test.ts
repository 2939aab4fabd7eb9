import fc from "fast-check";
import { expect, test } from "vitest";
import { ROLES } from "#lib/roles.ts";
import { DEFAULT_RULES, demandsFactor, isLooser, readRules } from "#lib/second-factor-policy.ts";

test("who must have a second factor, by policy and role", () => {
	const asked = (policy: "off" | "approvers" | "everybody") => ROLES.filter((role) => demandsFactor(policy, role));
	expect(asked("off")).toEqual([]);
	expect(asked("approvers")).toEqual(["approver", "admin"]);
	expect(asked("everybody")).toEqual(["viewer", "maker", "approver", "admin"]);
});

test("whatever stands in the setting, nothing but the word itself takes the demand away", () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			const isSaid = typeof value === "object" && value !== null && "policy" in value && value.policy === "off";
			expect(readRules(value).policy === "off").toBe(isSaid);
		}),
	);
	expect(readRules(undefined)).toEqual(DEFAULT_RULES);
	expect(readRules({ policy: "everybody", passwordless: false })).toEqual({ policy: "everybody", passwordless: false });
	expect(readRules({ policy: "everybody", passwordless: "no" }).passwordless).toBe(false);
});

test("fewer people, or fewer steps, is looser; the other way is not", () => {
	const rules = (policy: "off" | "approvers" | "everybody", passwordless: boolean) => ({ policy, passwordless });
	expect(isLooser(rules("approvers", true), rules("off", true))).toBe(true);
	expect(isLooser(rules("approvers", false), rules("everybody", true))).toBe(true);
	expect(isLooser(rules("approvers", true), rules("everybody", false))).toBe(false);
	expect(isLooser(rules("off", true), rules("off", true))).toBe(false);
});

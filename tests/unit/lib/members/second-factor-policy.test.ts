import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_RULES, readRules, requiresFactor } from "#lib/members/second-factor-policy.ts";
import { ROLES } from "#lib/roles.ts";

test("who must have a second factor, by policy and role", () => {
	const asked = (policy: "off" | "approvers" | "everybody") => ROLES.filter((role) => requiresFactor(policy, role));
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

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failureReasonIn, failureReasonInRefusal, knownFailureReason } from "#lib/payments/failure-reasons.ts";
import { FAILURE_CODES } from "#server/sandbox/transactions/outcomes.ts";

const entry = (status: string, second: number) => ({ status, timestamp: `2026-03-10T09:00:0${second}Z` });

describe("the reason in a history", () => {
	test("is the word before the failure, whatever order the service lists its history in", () => {
		const history = [entry("failed", 3), entry("pending", 1), entry("not_approved", 2)];
		expect(failureReasonIn(history, "failed")).toBe("not_approved");
		expect(failureReasonIn(history.toReversed(), "failed")).toBe("not_approved");
	});

	test("is the word before the failure within one second and one millisecond too", () => {
		const entryAt = (status: string, timestamp: string) => ({ status, timestamp });
		const second = ["failed", "wrong_pin", "not_approved", "pending"].map((word) =>
			entryAt(word, "2026-03-10T09:00:00Z"),
		);
		for (const history of [second, second.toReversed()]) expect(failureReasonIn(history, "failed")).toBe("wrong_pin");
		const millisecond = [
			entryAt("not_approved", "2026-03-10T09:00:00.123456Z"),
			entryAt("wrong_pin", "2026-03-10T09:00:00.123789Z"),
		];
		expect(failureReasonIn(millisecond.toReversed(), "failed")).toBe("wrong_pin");
	});

	test("stands as it came when nobody knows the word, and is missing where the history says no more than the status", () => {
		expect(failureReasonIn([entry("pending", 1), entry("E-4711", 2), entry("failed", 3)], "failed")).toBe("E-4711");
		expect(failureReasonIn([entry("pending", 1), entry("expired", 2)], "expired")).toBeNull();
		expect(failureReasonIn([], "failed")).toBeNull();
	});

	test("is never told of what succeeded or is still open", () => {
		for (const status of ["success", "pending"])
			expect(failureReasonIn([entry("pending", 1), entry("not_approved", 2), entry(status, 3)], status)).toBeNull();
	});
});

describe("words for a customer", () => {
	test("exist for each reason of the sandbox that gives one; any other word has none, however alike", () => {
		const known = FAILURE_CODES.filter((code) => knownFailureReason(code) !== null);
		expect(known).toEqual(FAILURE_CODES.filter((code) => code !== "unspecified"));
		expect(knownFailureReason("not_approved")).toBe("refused");
		expect(knownFailureReason("insufficient_balance")).toBe("notEnough");
		expect([knownFailureReason("wrong_pin"), knownFailureReason("wrong_otp")]).toEqual(["wrongCode", "wrongCode"]);
		expect([knownFailureReason("payer_not_found"), knownFailureReason("recipient_not_found")]).toEqual([
			"noAccount",
			"noAccount",
		]);
		fc.assert(
			fc.property(fc.constantFrom(...FAILURE_CODES), fc.constantFrom(" ", "s", "_2", "."), (code, more) => {
				for (const other of [code + more, more + code, code.toUpperCase()])
					expect(knownFailureReason(other)).toBeNull();
			}),
		);
		for (const name of ["constructor", "__proto__", "toString"]) expect(knownFailureReason(name)).toBeNull();
	});

	test("are found in what a refusal says of itself, by its code alone", () => {
		const words = "The wallet is out of funds.; code: wallet_out_of_funds; amount: The wallet is out of funds.";
		expect(failureReasonInRefusal(words)).toBe("walletEmpty");
		expect(failureReasonInRefusal("wallet_out_of_funds")).toBeNull();
		expect(failureReasonInRefusal("code: something_else")).toBeNull();
	});
});

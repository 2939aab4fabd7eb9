import { describe, expect, test } from "vitest";
import { problemSchema } from "#lib/contracts/problem.ts";
import { ERROR_CODES, type ErrorCode } from "#lib/error-codes.ts";
import { AppError } from "#server/errors.ts";
import { problemOf, problemResponse } from "#server/http/response.ts";

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

describe("a problem", () => {
	test.each(CODES)("of %s fits the contract, carries its status and not the words of the log", async (code) => {
		const response = problemResponse(new AppError(code, "words for the log"), "request-1");
		const text = await response.text();
		expect(response.status).toBe(ERROR_CODES[code]);
		expect(response.headers.get("content-type")).toBe("application/problem+json");
		expect(problemSchema.parse(JSON.parse(text))).toMatchObject({ code, instance: "request-1" });
		expect(text).not.toContain("words for the log");
	});

	test("carries the fields, the service's words and the seconds to wait", () => {
		const extra = { fields: { amount: "not_positive" }, detail: "x".repeat(400), retryAfterSeconds: 8 };
		const problem = problemOf(new AppError("too_many_attempts", "wait", extra), "r");
		expect(problem).toMatchObject({ fields: { amount: "not_positive" }, retryAfterSeconds: 8 });
		expect(problem.detail).toHaveLength(300);
		expect(problemResponse(new AppError("too_many_attempts", "wait", extra), "r").headers.get("retry-after")).toBe("8");
	});

	test.each([new Error("secret: hunter2"), "secret: hunter2", null, { code: "forbidden", detail: "secret" }])(
		"of anything that nobody foresaw says internal, its request and nothing else",
		(error) => {
			expect(problemOf(error, "request-2")).toEqual({
				type: "urn:cauri:problem:internal",
				title: "internal",
				status: 500,
				code: "internal",
				instance: "request-2",
			});
		},
	);
});

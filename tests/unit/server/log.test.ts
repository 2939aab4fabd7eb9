import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "#lib/error-codes.ts";
import { AppError, appErrorOf, ServiceError } from "#server/errors.ts";
import { createLog, type Log, maskEmail } from "#server/log.ts";

const NUMBER = "+2250703456789";
const EMAIL = "awa.kone@example.com";
const BODY = `{"email":"${EMAIL}","password":"correct horse`;

function logged(write: (log: Log) => void): string {
	const stream = new PassThrough();
	write(createLog("trace", "test", stream));
	return String(stream.read() ?? "");
}

function thrownBy(run: () => unknown): unknown {
	try {
		run();
	} catch (error) {
		return error;
	}
	throw new Error("nothing was thrown");
}

const words = `of ${NUMBER}, ${EMAIL}`;
const unreadable = thrownBy(() => JSON.parse(BODY));
const ERRORS: [string, unknown][] = [
	...Object.keys(ERROR_CODES).map((code): [string, unknown] => [
		`AppError ${code}`,
		new AppError(code as ErrorCode, words, { detail: words, cause: unreadable }),
	]),
	...(["refused", "not_sent", "unknown"] as const).map((kind): [string, unknown] => [
		`ServiceError ${kind}`,
		new ServiceError(kind, "status:422", { words, excerpt: words, cause: unreadable }),
	]),
	["a read of the service that failed", appErrorOf(new ServiceError("unknown", "status:500", { words, status: 500 }))],
	["a body that is no JSON", unreadable],
	["a fault of zod", thrownBy(() => z.strictObject({ [EMAIL]: z.literal(NUMBER) }).parse({ [NUMBER]: EMAIL }))],
	[
		"an error of PostgreSQL",
		Object.assign(new Error(`invalid input syntax: "${words}"`), { code: "22P02", detail: words }),
	],
	["a fault of our own", new TypeError(words)],
	["several at once", new AggregateError([new Error(words)], words)],
	["something that is no error", { message: words }],
];

describe("a line of the log", () => {
	test.each(ERRORS)("tells of no person: %s", (_name, error) => {
		for (const line of [
			logged((log) => log.error({ err: error, event: "request.failed" })),
			logged((log) => log.warn(error as Error)),
			logged((log) => log.child({ request: "1" }).error({ err: error }, `it failed ${words}`)),
			logged((log) => log.info({ cause: words, phone: NUMBER })),
		]) {
			expect(line).toContain('"program":"test"');
			for (const secret of [NUMBER, NUMBER.slice(1), EMAIL, "awa.kone", "correct", "hors"])
				expect(line).not.toContain(secret);
		}
	});

	test("holds no field that is not on the list, of its own or of a child, and nothing inside of one that is", () => {
		const strange = { apiSecret: "hunter2hunter2", headers: { cookie: "hunter2hunter2" }, body: "hunter2hunter2" };
		for (const line of [
			logged((log) => log.info({ ...strange, event: "request", code: { of: "hunter2hunter2" } })),
			logged((log) => log.child({ ...strange, request: "1" }).info({ event: "request" })),
			logged((log) => log.error({ err: Object.assign(new Error("it failed"), strange), event: "request" })),
		]) {
			expect(line).toContain('"event":"request"');
			expect(line).not.toContain("hunter2");
		}
	});

	test("tells of no person, whatever stands around a number or an address", () => {
		const around = fc.string({ maxLength: 12 }).filter((text) => !/[\w.+@%-]$|^[\w.@%-]/.test(text));
		const number = fc.stringMatching(/^\+[1-9]\d{8,14}$/);
		const email = fc.stringMatching(/^[a-z][a-z.]{2,12}[a-z]@[a-z]{3,8}\.[a-z]{2,3}$/);
		fc.assert(
			fc.property(around, fc.oneof(number, email), around, (before, secret, after) => {
				const text = `${before}${secret}${after}`;
				const line = logged((log) => log.error({ err: new Error(text), cause: text }, text));
				expect(line).not.toContain(secret);
			}),
		);
	});

	test("tells of no person by what it carries along, what stands inside of it, or how a number is written", () => {
		const spaced = "+225 07 03 45 67 89";
		for (const line of [
			logged((log) => log.child({ phone: NUMBER, reason: words }).info({ event: "x" })),
			logged((log) =>
				log
					.child({ request: "1" })
					.child({ note: EMAIL, reason: { phone: NUMBER } })
					.info("x"),
			),
			logged((log) => log.info({ reason: { phone: NUMBER }, state: [EMAIL], rows: Number(NUMBER.slice(1)) })),
			logged((log) => log.info({ reason: `called ${spaced}`, event: `${spaced}` }, `of ${spaced}`)),
			logged((log) => log.error({ err: Object.assign(new Error("x"), { name: NUMBER, code: EMAIL }) })),
		]) {
			expect(line).toContain('"program":"test"');
			for (const secret of [NUMBER, NUMBER.slice(1), EMAIL, "awa.kone", "07 03 45 67"])
				expect(line).not.toContain(secret);
		}
	});

	test.each([
		"70345678",
		"+22670345678",
		"07.03.45.67.89",
		"07-03-45-67-89",
		"+225 (07) 03–45–67/89",
		"07, 03, 45, 67, 89",
		"70\u202f34\u00a056\u200978",
	])("masks a number of eight digits or more, however it is punctuated: %s", (number) => {
		const digits = number.replace(/\D/g, "");
		for (const line of [
			logged((log) => log.error({ err: new Error(`called ${number} twice`), cause: number }, `of ${number}`)),
			logged((log) => log.info({ event: "x", rows: Number(digits) })),
		]) {
			expect(line).not.toContain(number);
			expect(line.replace(/"time":"[^"]*"/, "").replace(/\D/g, "")).not.toContain(digits.slice(-6));
			expect(line).toContain("•••••");
		}
	});

	test("leaves days and times readable", () => {
		const line = logged((log) => log.info("as of 2026-11-22T02:00:00.000Z, not 2026-11-21"));
		expect(JSON.parse(line)).toMatchObject({ msg: "as of 2026-11-22T02:00:00.000Z, not 2026-11-21" });
	});

	test.each(["39e76c7a-257a-4300-1234-89c207045e93", "01M8DB3Q992345678901ABCDEF"])(
		"leaves an id of ours whole: %s",
		(id) => {
			expect(JSON.parse(logged((log) => log.info({ request: id })))).toMatchObject({ request: id });
		},
	);

	test("keeps what is needed to find the fault: its kind, its code, its words", () => {
		const line = logged((log) => log.error({ err: new AppError("conflict", `taken by ${NUMBER}`), event: "x" }));
		expect(JSON.parse(line)).toMatchObject({
			level: "error",
			event: "x",
			err: { name: "AppError", code: "conflict", message: "taken by +225•••••89" },
		});
	});
});

test("a masked e-mail keeps its first letter and its host alone", () => {
	expect(maskEmail(EMAIL)).toBe("a•••@example.com");
});

test("an id of ours is in the log whole, whatever digits chance gave it, and digits alone are nobody's id", () => {
	const id = "01KBNQ2257034567892250WXYZ";
	expect(JSON.parse(logged((log) => log.info({ event: "refused", member: id })))).toMatchObject({ member: id });
	const digits = "01225070345678922507034567";
	expect(logged((log) => log.info({ event: "refused", member: digits }))).not.toContain(digits);
});

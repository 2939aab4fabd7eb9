import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCause } from "#lib/failure-causes.ts";
import { ServiceError } from "#server/errors.ts";
import type { Exchange, ExchangeFault } from "#server/momo/exchange.ts";
import { classifyPost, classifyRead, mayReadAgain } from "#server/momo/response-outcome.ts";
import { wireDetail, wirePayout, wireStatusAnswer, wireWallet } from "#server/momo/wire.ts";
import { WIRE_PAYOUT as payout } from "#tests/support/service/momo-client.ts";

const REFUSING = [400, 401, 403, 404, 405, 406, 413, 415, 422, 429];
const FAULTS: ExchangeFault[] = [
	"headers_timeout",
	"body_timeout",
	"total_timeout",
	"broken_off",
	"not_http",
	"encoded",
];

function answer(status: number, body: unknown, more: Partial<Exchange> = {}): Exchange {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return {
		connected: true,
		status,
		contentType: "application/json",
		retryAfterSeconds: undefined,
		text,
		fault: undefined,
		...more,
	};
}

function faultOfPost(exchange: Exchange): ServiceError {
	return thrown(() => classifyPost(exchange, wirePayout));
}

function thrown(run: () => unknown): ServiceError {
	try {
		run();
	} catch (error) {
		if (error instanceof ServiceError) return error;
		throw error;
	}
	throw new Error("nothing was thrown");
}

const anyBody = fc.oneof(
	fc.string({ maxLength: 300 }),
	fc.jsonValue().map((value) => JSON.stringify(value)),
	fc.record({ reference: fc.oneof(fc.string(), fc.constant("TX-1"), fc.constant(null)) }).map((v) => JSON.stringify(v)),
	fc
		.record({ amount: fc.oneof(fc.string(), fc.integer(), fc.constant("1.00")), currency: fc.jsonValue() })
		.map((fields) => JSON.stringify({ ...payout, ...fields })),
	fc.nat({ max: JSON.stringify(payout).length }).map((length) => JSON.stringify(payout).slice(0, length)),
);

const anyExchange: fc.Arbitrary<Exchange> = fc.record({
	connected: fc.boolean(),
	status: fc.option(fc.integer({ min: 100, max: 999 }), { nil: undefined }),
	contentType: fc.constantFrom("", "application/json", "application/json; charset=utf-8", "text/html", "text/plain"),
	retryAfterSeconds: fc.option(fc.nat(), { nil: undefined }),
	text: anyBody,
	fault: fc.option(fc.constantFrom(...FAULTS), { nil: undefined }),
});

describe("the outcome of a POST", () => {
	test("every exchange whatsoever gives an answer or one of the three kinds, and nothing else", () => {
		fc.assert(
			fc.property(anyExchange, (exchange) => {
				try {
					const { answer: read } = classifyPost(exchange, wirePayout);
					expect(exchange.connected && exchange.fault === undefined).toBe(true);
					expect(read.amount).toMatch(/^\d+\.\d\d$/);
				} catch (error) {
					if (!(error instanceof ServiceError)) throw error;
					if (error.kind === "not_sent") expect(exchange.connected).toBe(false);
					if (error.kind === "refused") {
						expect(REFUSING).toContain(exchange.status);
						expect(exchange.fault).toBeUndefined();
						expect(exchange.text).not.toMatch(/"reference":"[^"]/);
					}
					if (!exchange.connected) expect(error.kind).toBe("not_sent");
					expect(isCause(error.code)).toBe(true);
					expect(error.words?.length ?? 0).toBeLessThanOrEqual(300);
					expect(error.excerpt?.length ?? 0).toBeLessThanOrEqual(2_000);
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	test("of all statuses only the ten listed are refusals", () => {
		const refused = Array.from({ length: 500 }, (_, index) => index + 100).filter(
			(status) => (status < 200 || status > 299) && faultOfPost(answer(status, { detail: "no" })).kind === "refused",
		);
		expect(refused).toEqual(REFUSING);
	});

	test.each(REFUSING)("%i with a reference anywhere in its body is unknown, not refused", (status) => {
		expect(faultOfPost(answer(status, { error: "late", data: [{ reference: "TX-9" }] })).kind).toBe("unknown");
		expect(faultOfPost(answer(status, '{"reference":"TX-9","det')).hintReference).toBe("TX-9");
		expect(faultOfPost(answer(status, "Reference: TX-9", { contentType: "text/plain" })).kind).toBe("unknown");
		expect(faultOfPost(answer(status, { reference: null, detail: "no" })).kind).toBe("refused");
	});

	test.each(REFUSING)("%i whose body did not arrive whole is unknown: its end may have held a reference", (status) => {
		expect(faultOfPost(answer(status, '{"detail":', { fault: "broken_off" })).kind).toBe("unknown");
		expect(faultOfPost(answer(status, "", { fault: "encoded" })).kind).toBe("unknown");
	});

	test("an answer of any 2xx with our facts is read", () => {
		for (const status of [200, 201, 202, 203, 206, 299])
			expect(classifyPost(answer(status, payout), wirePayout)).toMatchObject({
				httpStatus: status,
				answer: { reference: "TX-20260301-A1", amount: "45000.00", status: "success" },
				excerpt: JSON.stringify(payout),
			});
	});

	test("a status nobody knows and fields nobody named pass", () => {
		const read = classifyPost(answer(200, { ...payout, status: "Success ", novelty: { deep: [1] } }), wirePayout);
		expect(read.answer.status).toBe("Success ");
	});

	test("a status with control characters does not become success", () => {
		for (const status of ["success\u0000", "\u200Bsuccess", "suc\u202Ecess", "success\n"])
			expect(classifyPost(answer(200, { ...payout, status }), wirePayout).answer.status).not.toBe("success");
	});

	test.each([
		["nothing", "", "application/json"],
		["a page of HTML", "<html>ok</html>", "text/html"],
		["JSON called HTML", JSON.stringify(payout), "text/html; charset=utf-8"],
		["JSON called nothing", JSON.stringify(payout), ""],
		["an array", JSON.stringify([payout]), "application/json"],
		["no reference", JSON.stringify({ ...payout, reference: undefined }), "application/json"],
		["a reference that is no reference", JSON.stringify({ ...payout, reference: "../x" }), "application/json"],
		["a number for a reference", JSON.stringify({ ...payout, reference: 12 }), "application/json"],
		["no status", JSON.stringify({ ...payout, status: undefined }), "application/json"],
		["no amount", JSON.stringify({ ...payout, amount: undefined }), "application/json"],
	])("2xx with %s is unknown and no contradiction", (_name, text, contentType) => {
		expect(faultOfPost(answer(200, text, { contentType }))).toMatchObject({ kind: "unknown", contradiction: false });
	});

	test.each([
		["amount", 45000],
		["amount", "45000"],
		["amount", "45000.000"],
		["amount", "4.5e4"],
		["amount", "NaN"],
		["amount", "-1.00"],
		["amount", null],
		["amount", "45000,00"],
		["amount", { value: "45000.00" }],
		["currency", "xof"],
		["currency", 952],
		["transaction_type", 7],
	])("2xx with a readable reference but %s = %j is a contradiction with its hint", (field, value) => {
		const error = faultOfPost(answer(200, { ...payout, [field]: value }));
		expect(error).toMatchObject({ kind: "unknown", contradiction: true, hintReference: "TX-20260301-A1", status: 200 });
	});

	test("a truncated answer keeps its bytes and a reference that is whole", () => {
		const whole = JSON.stringify(payout);
		const at = whole.indexOf("A1") + 2;
		const cut = (length: number) => faultOfPost(answer(200, whole.slice(0, length), { fault: "broken_off" }));
		expect(cut(at + 1)).toMatchObject({ hintReference: "TX-20260301-A1", excerpt: whole.slice(0, at + 1) });
		expect(cut(at).hintReference).toBeUndefined();
	});

	test("two different references in one damaged answer are no hint", () => {
		const text = '{"a":{"reference":"TX-1"},"b":{"reference":"TX-2"},';
		expect(faultOfPost(answer(500, text)).hintReference).toBeUndefined();
		expect(faultOfPost(answer(500, '{"reference":"TX-1","again":{"reference":"TX-1"},')).hintReference).toBe("TX-1");
	});

	test("no depth of JSON breaks the judgement", () => {
		const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
		expect(faultOfPost(answer(400, deep(400_000))).kind).toBe("refused");
		expect(faultOfPost(answer(200, `{"reference":"TX-1","x":${deep(400_000)}}`)).kind).toBe("unknown");
	});

	test("the service's words are kept as one plain line of at most 300 characters", () => {
		const words = (body: unknown, contentType = "application/json") =>
			faultOfPost(answer(400, body, { contentType })).words;
		expect(words({ detail: "Solde insuffisant" })).toBe("Solde insuffisant");
		expect(words({ destination: ["Not a number.", "Too short."] })).toBe(
			"destination: Not a number.; destination: Too short.",
		);
		expect(words({ detail: "Too low.", code: "low", errors: { amount: ["Too low."] } })).toBe("Too low.; code: low");
		expect(words({ error: { code: "E1", message: "a\u0000b\u202Ec\nd" } })).toBe("E1; a b c d");
		expect(words("no   such\r\noperator", "text/plain")).toBe("no such operator");
		expect(words("<script>alert(1)</script>", "text/html")).toBeUndefined();
		expect(faultOfPost(answer(400, { detail: "No" })).code).toBe("status:400");
		expect(words({ detail: "x".repeat(5_000) })).toHaveLength(300);
	});

	test("evidence holds nothing that a database could not take", () => {
		const { excerpt } = faultOfPost(answer(500, `a\u0000b\ud800c\n${"x".repeat(9_000)}`));
		expect(excerpt).toHaveLength(2_000);
		expect(excerpt?.isWellFormed()).toBe(true);
		expect(excerpt).not.toContain("\u0000");
	});
});

describe("the outcome of a GET", () => {
	const status = { ...payout, status: "pending", processed_at: null };

	test("404 is null, whatever its body", () => {
		expect(classifyRead(answer(404, "<html>", { contentType: "text/html" }), wireStatusAnswer)).toBeNull();
		expect(classifyRead(answer(404, "", { fault: "encoded" }), wireStatusAnswer)).toBeNull();
	});

	test("every exchange whatsoever gives an answer, null or a ServiceError", () => {
		fc.assert(
			fc.property(anyExchange, (exchange) => {
				try {
					const read = classifyRead(exchange, wireStatusAnswer);
					expect(read === null).toBe(exchange.status === 404);
				} catch (error) {
					expect(error).toBeInstanceOf(ServiceError);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	test("what was asked too often says when to come back", () => {
		const error = thrown(() => classifyRead(answer(429, {}, { retryAfterSeconds: 30 }), wireStatusAnswer));
		expect(error).toMatchObject({ kind: "refused", status: 429, retryAfterSeconds: 30 });
	});

	test.each(["1e5", "NaN", "1.234", "1,00", " 1.00", "01.00", "", 100])("a balance of %j is withheld", (balance) => {
		const wallet = { wallet_reference: "WF-1", balance, currency_code: "XOF", updated_at: "2026-03-01T10:00:00Z" };
		expect(thrown(() => classifyRead(answer(200, wallet), wireWallet))).toMatchObject({ kind: "unknown", status: 200 });
	});

	test("a time that cannot be read is dropped, the money is not", () => {
		const read = classifyRead(answer(200, { ...status, created_at: "yesterday" }), wireStatusAnswer);
		expect(read).toMatchObject({ created_at: null, amount: "45000.00" });
	});

	test("an entry of the history whose time cannot be read stays, and only what is no entry is dropped", () => {
		const entry = { status: "pending", source: "operator", timestamp: "2026-03-01T10:00:00Z" };
		const history = [entry, { status: "x" }, null, { ...entry, timestamp: "9999-01-01T00:00:00Z" }];
		const kept = [entry, { status: "x", source: "" }, { ...entry, timestamp: null }];
		expect(classifyRead(answer(200, { ...status, history }), wireDetail)?.history).toEqual(kept);
		expect(classifyRead(answer(200, { ...status, history: "none" }), wireDetail)?.history).toEqual([]);
	});

	test("only what passes by itself is asked again", () => {
		expect([500, 502, 503, 504, 408, 425].every((code) => mayReadAgain(answer(code, "")))).toBe(true);
		expect([200, 301, 400, 401, 404, 429].some((code) => mayReadAgain(answer(code, "")))).toBe(false);
		expect(mayReadAgain(answer(503, "", { retryAfterSeconds: 60 }))).toBe(false);
		expect(mayReadAgain(answer(200, "", { fault: "broken_off" }))).toBe(true);
		expect(mayReadAgain(answer(200, "", { fault: "too_large" }))).toBe(false);
	});
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ServiceEndpoint } from "#lib/contracts/service-record.ts";
import type { Exchange } from "#server/momo/exchange.ts";
import { observeAnswer, orderOf } from "#server/momo/observe-answer.ts";
import { createObserver } from "#server/momo/observer.ts";

const answer = (status: number, body: unknown, fault?: Exchange["fault"]): Exchange => ({
	connected: true,
	status,
	contentType: "application/json",
	retryAfterSeconds: undefined,
	text: typeof body === "string" ? body : JSON.stringify(body),
	fault,
});
const STATUS = {
	reference: "TX-20261121-7F3K9A",
	transaction_type: "payout",
	status: "pending",
	amount: "1500.00",
	currency: "XOF",
	created_at: "2026-11-21T08:00:00Z",
	processed_at: null,
};
const words = (endpoint: ServiceEndpoint, exchange: Exchange, kind: string) =>
	observeAnswer(endpoint, exchange, 12)
		.filter((fact) => fact.kind === kind)
		.map((fact) => fact.value);

describe("what an answer teaches", () => {
	test("a status word, the HTTP status and the time, and nothing odd about an answer as specified", () => {
		const observations = observeAnswer("status", answer(200, STATUS), 12);
		expect(observations.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
			"answer 200",
			"latency 20",
			"status pending",
		]);
	});

	test("unknown, missing and unreadable fields are named", () => {
		const { currency: _, ...short } = STATUS;
		const odd = answer(200, { ...short, amount: 15, channel: "web", created_at: "yesterday" });
		expect(words("status", odd, "unknown_field")).toEqual(["channel"]);
		expect(words("status", odd, "missing_field")).toEqual(["currency"]);
		expect(words("status", odd, "drift")).toEqual(["amount: invalid_type"]);
		expect(words("status", answer(200, { ...STATUS, created_at: "yesterday" }), "drift")).toEqual([
			"created_at: unreadable",
		]);
	});

	test("an error is known by its shape, not by its words", () => {
		expect(words("payout", answer(422, { detail: "Awa Diallo is not known" }), "error")).toEqual(["JSON {detail}"]);
		expect(words("payout", answer(502, "<html>Bad gateway</html>"), "error")).toEqual(["HTML"]);
		expect(words("payout", answer(500, ""), "error")).toEqual(["empty"]);
	});

	test("no answer is counted under the reason why there was none", () => {
		expect(words("balance", answer(0, "", "headers_timeout"), "answer")).toEqual(["headers_timeout"]);
	});

	test("the order of times is told, and not when there is nothing to tell", () => {
		const [a, b, c] = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"] as const;
		expect([orderOf([a, b, c]), orderOf([c, b, b]), orderOf([a, c, b]), orderOf([a, a]), orderOf([])]).toEqual([
			"oldest_first",
			"newest_first",
			"unsorted",
			null,
			null,
		]);
	});
});

describe("without whose it was", () => {
	const digits = fc.stringMatching(/^\+?[1-9]\d{7,13}$/);
	const reference = fc.stringMatching(/^[A-Z]{2,4}-\d{8}-[A-Z0-9]{6,10}$/);
	const secret = fc.stringMatching(/^[0-9]{3}[a-f0-9]{20,40}$/);
	const name = fc.constantFrom("Awa Diallo", "Kouassi N’Guessan", "Fatou Ndiaye Sarr");
	const personal = fc.oneof(digits, reference, secret, name);
	const field = fc.constantFrom("detail", "reference", "phone_number", "opaque_id", "amount", "message", "customer");
	const body = fc.record({
		values: fc.array(fc.tuple(field, personal), { minLength: 1, maxLength: 5 }),
		nested: fc.array(fc.tuple(field, personal), { maxLength: 3 }),
		key: fc.option(fc.oneof(digits, reference, secret)),
		status: fc.oneof(fc.constant("pending"), digits, reference, secret),
		code: fc.constantFrom(200, 201, 400, 422, 500),
	});
	const endpoint = fc.constantFrom<ServiceEndpoint>("deposit", "payout", "detail", "history", "status", "balance");

	test("no number, reference, secret or name of any answer passes, wherever it stands", () => {
		fc.assert(
			fc.property(endpoint, body, (at, { values, nested, key, status, code }) => {
				const sent = {
					...Object.fromEntries(values),
					more: Object.fromEntries(nested),
					list: nested.map(([, value]) => value),
					status,
					...(key === null ? {} : { [key]: "x" }),
				};
				const kept = JSON.stringify(observeAnswer(at, answer(code, sent), 5));
				const secrets = [...values, ...nested].map(([, value]) => value);
				for (const text of [...secrets, key, status].filter((text) => text !== null && text !== "pending"))
					expect(kept).not.toContain(text);
			}),
			{ numRuns: 2_000 },
		);
	});

	test("nor does a status that is the payment's own reference, though it looks like a word", () => {
		const observations = observeAnswer("status", answer(200, { ...STATUS, reference: "abcdef", status: "abcdef" }), 5);
		expect(JSON.stringify(observations)).not.toContain("abcdef");
		expect(observations.at(-1)).toMatchObject({ kind: "status", value: "*" });
	});
});

describe("in memory", () => {
	test("a service that invents words for ever fills no memory, and every answer is still counted", () => {
		const observer = createObserver(() => new Date(0));
		for (let index = 0; index < 5_000; index++) observer.note("status", [{ kind: "status", value: `w${index}` }]);
		const taken = observer.take();
		expect(taken.length).toBeLessThanOrEqual(301);
		expect(taken.reduce((sum, { count }) => sum + count, 0)).toBe(5_000);
		expect(observer.take()).toEqual([]);
	});

	test("an answer that cannot be described disturbs nobody", () => {
		const observer = createObserver();
		const broken = { ...answer(200, STATUS), text: null } as unknown as Exchange;
		observer.saw("status", broken, 1);
		observer.saw("status", answer(200, STATUS), 1);
		expect(observer.take().some(({ value }) => value === "pending")).toBe(true);
	});
});

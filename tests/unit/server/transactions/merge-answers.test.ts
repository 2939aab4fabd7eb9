import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { transactionSchema } from "#lib/contracts/transaction.ts";
import { type WireDetail, type WireStatus, wireDetail, wireStatusAnswer } from "#server/momo/wire.ts";
import { type EndpointAnswers, mergeAnswers } from "#server/transactions/merge-answers.ts";

const facts = {
	reference: "TX-1",
	transaction_type: "withdrawal",
	status: "success",
	amount: "10.00",
	currency: "XOF",
};
const entry = (status: string, second: number) => ({
	status,
	source: "operator",
	timestamp: `2026-03-01T10:00:${String(second).padStart(2, "0")}Z`,
});
const detail = (more: Partial<WireDetail> = {}): WireDetail => ({ ...facts, history: [], ...more });
const status = (more: Partial<WireStatus> = {}): WireStatus => ({
	...facts,
	created_at: "2026-03-01T11:00:00+01:00",
	processed_at: null,
	...more,
});
const NOTHING_LISTED: ReadonlySet<string> = new Set();
const merge = (words: Partial<EndpointAnswers>, finalFailures = NOTHING_LISTED) =>
	mergeAnswers("TX-1", { detail: detail(), history: detail(), status: status(), ...words }, finalFailures);

describe("three words about one transaction", () => {
	test("that agree are one, without a disagreement", () => {
		expect(merge({})).toEqual({
			reference: "TX-1",
			transactionType: "withdrawal",
			status: "success",
			statusMeaning: "success",
			statusRecognised: true,
			failureReason: null,
			amount: "10.00",
			currency: "XOF",
			createdAt: "2026-03-01T10:00:00.000Z",
			processedAt: null,
			history: [],
			disagreements: [],
		});
	});

	test("are success only when all of them say exactly success", () => {
		const said = fc.constantFrom("success", "pending", "failed", "Success", "success ", "succeeded", "");
		fc.assert(
			fc.property(said, said, said, (a, b, c) => {
				const merged = merge({
					detail: detail({ status: a }),
					history: detail({ status: b }),
					status: status({ status: c }),
				});
				expect(merged?.status === "success").toBe(a === "success" && b === "success" && c === "success");
				if ([a, b, c].includes("pending")) expect(merged?.status).toBe("pending");
				const disagreed = merged?.disagreements.some((row) => row.field === "status");
				expect(disagreed).toBe(new Set([a, b, c]).size > 1);
			}),
		);
	});

	test.each([
		["processing", "expired"],
		["expired", "processing"],
	])("are no final failure while the status %s and the detail %s leave one outcome open", (said, told) => {
		const merged = merge({ status: status({ status: said }), detail: detail({ status: told }) }, new Set(["expired"]));
		expect(merged).toMatchObject({ status: "processing", statusMeaning: "unrecognised", statusRecognised: false });
	});

	test("that differ are all kept, each under its endpoint", () => {
		const merged = merge({
			status: status({ status: "pending", amount: "10.01" }),
			history: detail({ currency: "XAF", transaction_type: "deposit" }),
		});
		expect(merged?.status).toBe("pending");
		expect(merged?.disagreements).toEqual([
			{ field: "status", detail: "success", status: "pending", history: "success" },
			{ field: "amount", detail: "10.00", status: "10.01", history: "10.00" },
			{ field: "currency", detail: "XOF", status: "XOF", history: "XAF" },
			{ field: "transactionType", detail: "withdrawal", status: "withdrawal", history: "deposit" },
		]);
	});

	test("of which one is missing or about another transaction are shown, and the gap is named", () => {
		expect(merge({ status: null })?.disagreements).toEqual([
			{ field: "reference", detail: "TX-1", status: null, history: "TX-1" },
		]);
		expect(merge({ history: { foreign: "TX-2" } })?.disagreements).toEqual([
			{ field: "reference", detail: "TX-1", status: "TX-1", history: "TX-2" },
		]);
		expect(merge({ detail: null, history: null })).toMatchObject({ status: "success", history: [] });
	});

	test("of which none is about this transaction are nothing", () => {
		expect(merge({ detail: null, history: null, status: null })).toBeNull();
		expect(merge({ detail: { foreign: "TX-2" }, history: null, status: { foreign: "TX-3" } })).toBeNull();
	});

	test("give one history: of both endpoints, each line once, oldest first", () => {
		const merged = merge({
			detail: detail({ history: [entry("success", 9), entry("pending", 1)] }),
			history: detail({
				history: [entry("pending", 1), { ...entry("sent", 5), timestamp: "2026-03-01T11:00:05+01:00" }],
			}),
		});
		expect(merged?.history.map((line) => [line.status, line.timestamp])).toEqual([
			["pending", "2026-03-01T10:00:01.000Z"],
			["sent", "2026-03-01T10:00:05.000Z"],
			["success", "2026-03-01T10:00:09.000Z"],
		]);
		expect(merged?.disagreements).toEqual([
			{ field: "history", detail: "pending → success", status: null, history: "pending → sent" },
		]);
	});

	test("in another order only are no disagreement", () => {
		const lines = [entry("pending", 1), entry("success", 2)];
		expect(
			merge({ detail: detail({ history: lines }), history: detail({ history: lines.toReversed() }) }),
		).toMatchObject({ disagreements: [] });
	});

	test.each([
		["within one millisecond", "2026-03-01T10:00:00.123456Z", "2026-03-01T10:00:00.123789Z"],
		["within one second", "2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z"],
	])("%s have their entries in order, newest first or oldest first, and order alone is no disagreement", (_, ...at) => {
		const lines = ["pending", "success"].map((word, place) => ({ ...entry(word, 0), timestamp: at[place] ?? "" }));
		const lists = [lines, lines.toReversed()];
		for (const ofDetail of lists)
			for (const ofHistory of lists) {
				const merged = merge({ detail: detail({ history: ofDetail }), history: detail({ history: ofHistory }) });
				expect(merged?.history.map((line) => line.status)).toEqual(["pending", "success"]);
				expect(merged?.disagreements).toEqual([]);
			}
	});

	test.each([
		["oldest first", (list: unknown[]) => list],
		["newest first", (list: unknown[]) => list.toReversed()],
	])("keep an entry whose time cannot be read at its place in a list that is %s", (_, inOrder) => {
		const undated = [
			{ ...entry("sent", 0), timestamp: "01/03/2026 10:00" },
			{ status: "received", source: "operator" },
		];
		const lines = [entry("pending", 1), ...undated, entry("success", 9)];
		const answer = wireDetail.parse({ ...facts, history: inOrder(lines) });
		const merged = merge({ detail: answer, history: answer });
		expect(merged?.history.map(({ status: said, timestamp }) => [said, timestamp?.slice(17, 19) ?? null])).toEqual([
			["pending", "01"],
			["sent", null],
			["received", null],
			["success", "09"],
		]);
		expect(merged?.disagreements).toEqual([]);
	});

	test("with an entry that one list has twice disagree", () => {
		const lines = [entry("pending", 1), entry("success", 2)];
		const twice = detail({ history: [...lines, entry("success", 2)] });
		expect(merge({ detail: detail({ history: lines }), history: twice })?.disagreements).toEqual([
			{ field: "history", detail: "pending → success", status: null, history: "pending → success → success" },
		]);
	});

	test("with a status nobody knows are marked as not recognised", () => {
		expect(merge({ status: status({ status: "reversed" }) })).toMatchObject({
			status: "reversed",
			statusMeaning: "unrecognised",
			statusRecognised: false,
		});
	});

	test("with a status that an admin has listed say failed, in the history too, and why in the service's own word", () => {
		const lines = [entry("pending", 1), entry("not_approved", 2), entry("failed", 3)];
		const failed = { status: "failed", history: lines };
		const words = { detail: detail(failed), history: detail(failed), status: status({ status: "failed" }) };
		expect(merge(words, new Set(["failed"]))).toMatchObject({
			...{ status: "failed", statusMeaning: "failed", statusRecognised: true, failureReason: "not_approved" },
			history: [{ meaning: "pending" }, { meaning: "unrecognised" }, { meaning: "failed" }],
		});
		expect(merge(words)).toMatchObject({ statusMeaning: "unrecognised", statusRecognised: false });
	});

	test("always fit the contract that the browser reads, whatever times the wire lets through", () => {
		const time = fc.oneof(
			fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
			fc.constantFrom(
				"2026-03-01T23:59:60Z",
				"2026-02-30T10:00:00Z",
				"1000-01-01T00:00:00+23:59",
				"9998-12-31T23:59:59-23:59",
			),
			fc.constantFrom(
				"2026-03-01T10:00Z",
				"2026-03-01T10:00:00.123456789Z",
				"2026-03-01",
				"now",
				"2026-03-01T24:00:00Z",
			),
		);
		fc.assert(
			fc.property(time, time, (createdAt, timestamp) => {
				const words = merge({
					detail: wireDetail.parse({ ...facts, history: [{ status: "pending", source: 1, timestamp }] }),
					history: null,
					status: wireStatusAnswer.parse({ ...facts, created_at: createdAt }),
				});
				const whole = { ...words, fetchedAt: "2026-03-01T10:00:00.000Z", payment: null };
				expect(transactionSchema.safeParse(whole).error).toBeUndefined();
			}),
		);
	});
});

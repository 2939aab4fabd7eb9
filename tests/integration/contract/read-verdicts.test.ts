/** docs/fault-table.md for the GETs: each fault of the sandbox at the five reads, and what people see. */
import { beforeAll, describe, expect, test } from "vitest";
import type { ErrorCode } from "#lib/error-codes.ts";
import { lookUpTransaction } from "#server/transactions/look-up-transaction.ts";
import { listMovements } from "#server/wallets/list-movements.ts";
import { listWallets } from "#server/wallets/list-wallets.ts";
import { readWallet } from "#server/wallets/read-wallet.ts";
import { sumMovements } from "#server/wallets/sum-movements.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { openContractDesk } from "#tests/integration/contract/contract-desk.ts";
import { contextFor } from "#tests/support/contexts.ts";

const desk = await openContractDesk();
const { sandbox } = desk;
const hurried = contextFor(desk.hurried, desk.maker.member);
const [UNREACHABLE, UNREADABLE] = ["service_unreachable", "service_unreadable"] as const;

interface Fault {
	fault: string;
	params?: Record<string, unknown>;
	times?: number;
}

const list = (code: ErrorCode, fault: string, ...params: Record<string, unknown>[]): [Fault, ErrorCode][] =>
	(params.length > 0 ? params : [{}]).map((each) => [{ fault, params: each }, code]);
const statuses = (...codes: number[]) => codes.map((status) => ({ status }));

/** One of each class of faults whose responses are no answer, each with the error code; response-outcome judges every status. */
const BROKEN: [Fault, ErrorCode][] = [
	...list(UNREACHABLE, "hang-before-headers"),
	...list(UNREACHABLE, "reset-before"),
	...list(UNREACHABLE, "reset-after"),
	...list(UNREACHABLE, "error-before", ...statuses(503)),
	...list(UNREACHABLE, "error-after"),
	...list(UNREACHABLE, "down", { as: "503" }),
	...list(UNREACHABLE, "redirect", ...statuses(302)),
	...list("service_refused_keys", "refuse-keys", ...statuses(403)),
	...list("service_refused", "error-before", ...statuses(400, 429)),
	...list(UNREADABLE, "empty-body"),
	...list(UNREADABLE, "html"),
	...list(UNREADABLE, "wrong-content-type"),
	...list(UNREADABLE, "cut-json"),
	...list(UNREADABLE, "wrong-money-types", { as: "number" }, { as: "missing" }),
];

let reference = "";

beforeAll(async () => {
	await desk.sentPayout("1000");
	await desk.advance(1_000);
	reference = (await desk.sentPayout("2000")).reference ?? "";
});

describe.each(["detail", "history", "status"])("a look-up while %s misbehaves", (endpoint) => {
	const lookUp = (by = desk.maker) => lookUpTransaction(by, { reference });

	test.each(BROKEN)("%j → %s, and nothing is guessed", async ({ fault, params = {} }, code) => {
		await sandbox.addFault({ endpoint, fault, params });
		await expect(lookUp(hurried)).rejects.toMatchObject({ code });
		expect(await sandbox.requests({ path: "elsewhere" })).toEqual([]);
	});

	test.each(["reset-before", "error-before", "down"])(
		"%s twice: asked again, and the third answer counts",
		async (fault) => {
			await sandbox.addFault({ endpoint, fault, times: 2 });
			expect(await lookUp()).toMatchObject({ status: "success", disagreements: [] });
		},
	);

	test("a word that nobody knows is shown as it came, beside the other one", async () => {
		await sandbox.addFault({ endpoint, fault: "unknown-status", params: { status: "in_limbo" } });
		const found = await lookUp();
		expect(found).toMatchObject({ status: "in_limbo", statusRecognised: false });
		expect(found?.disagreements).toContainEqual(expect.objectContaining({ field: "status", [endpoint]: "in_limbo" }));
	});

	test.each(["disagree", "taken-back"])(
		"%s: the least final word counts, and each endpoint's is kept",
		async (fault) => {
			await sandbox.addFault({ endpoint, fault, params: { status: "pending" } });
			const found = await lookUp();
			const words = { detail: "success", history: "success", status: "success", [endpoint]: "pending" };
			expect(found).toMatchObject({ status: "pending", statusRecognised: true });
			expect(found?.disagreements).toContainEqual({ field: "status", ...words });
		},
	);

	test.each([
		["other-amount", "amount", "2001.00"],
		["other-currency", "currency", "USD"],
		["other-type", "transactionType", "refund"],
	])("%s: both are shown", async (fault, field, word) => {
		await sandbox.addFault({ endpoint, fault });
		const found = await lookUp();
		expect(found?.disagreements).toContainEqual(expect.objectContaining({ field, [endpoint]: word }));
	});

	test.each(["same-reference", "foreign-answer"])("%s: none of its words count, and it is said", async (fault) => {
		await sandbox.addFault({ endpoint, fault });
		const found = await lookUp();
		expect(found).toMatchObject({ reference, amount: "2000.00", status: "success" });
		expect(found?.disagreements).toContainEqual(expect.objectContaining({ field: "reference" }));
	});

	test("404 here alone is a disagreement, not a missing transaction", async () => {
		await sandbox.addFault({ endpoint, fault: "error-before", params: { status: 404 } });
		expect((await lookUp())?.disagreements).toContainEqual(
			expect.objectContaining({ field: "reference", [endpoint]: null }),
		);
	});

	test("fields that nobody named are ignored", async () => {
		await sandbox.addFault({ endpoint, fault: "extra-fields" });
		const found = await lookUp();
		expect(found?.disagreements).toEqual([]);
		expect(JSON.stringify(found)).not.toMatch(/example\.invalid|polluted/);
	});
});

describe("a balance", () => {
	const read = (by = desk.maker) => readWallet(by, { currency: "XOF" });

	test.each(BROKEN)(
		"%j → %s: the old value with its time, or none where the new one is doubtful",
		async (row, code) => {
			const seen = await read();
			await desk.advance(60_000);
			await sandbox.addFault({ endpoint: "balance", ...row });
			if (code === UNREADABLE) {
				await expect(read()).rejects.toMatchObject({ code });
				return;
			}
			const xof = (await listWallets(hurried)).items.find(({ currency }) => currency === "XOF");
			expect(xof?.wallet).toEqual({ ...seen, stale: true });
			// The list may return before its request ends. This read shares that request, so none is left for the next test.
			expect(await read(hurried)).toEqual({ ...seen, stale: true });
		},
	);

	test.each(["foreign-answer", "other-currency"])("of %s is withheld", async (fault) => {
		await sandbox.addFault({ endpoint: "balance", fault });
		await expect(read()).rejects.toMatchObject({ code: UNREADABLE });
	});
});

describe("the movements", () => {
	const sync = (by = desk.system) => syncMovements(by, { currency: "XOF" });
	const mirror = async () => ({
		...(await listMovements(desk.maker, { currency: "XOF", sort: "-createdAt", limit: 50 })),
		...(await sumMovements(desk.maker, { currency: "XOF" })),
	});

	test.each(BROKEN)("%j → %s: the mirror stays as it was, and says so", async (row, code) => {
		await sync();
		const before = await mirror();
		await sandbox.addFault({ endpoint: "movements", ...row });
		expect(await sync(hurried)).toEqual({ seen: 0, added: 0, fault: code });
		const after = await mirror();
		expect(after.mirror.fault).toBe(code);
		expect({ ...after, mirror: { ...after.mirror, fault: null } }).toEqual(before);
	});

	test("in no order: the same multiset, in our order", async () => {
		await sync();
		const before = await mirror();
		await sandbox.addFault({ endpoint: "movements", fault: "movements-unsorted" });
		expect(await sync()).toMatchObject({ added: 0, fault: null });
		expect((await mirror()).items).toEqual(before.items);
	});

	test("cut: nothing is lost, and it is said that the list may be cut", async () => {
		await sync();
		const before = await mirror();
		await sandbox.addFault({ endpoint: "movements", fault: "movements-cut", params: { rows: 1 } });
		await sync();
		const after = await mirror();
		expect(after.items).toEqual(before.items);
		expect(after.mirror.mayBeCut).toBe(true);
	});

	test("in another currency are not taken for this wallet's", async () => {
		await sandbox.addFault({ endpoint: "movements", fault: "other-currency" });
		expect(await sync()).toMatchObject({ added: 0, fault: UNREADABLE });
	});

	test("of which one line is malformed: it is set aside and shown, the others are read, and it is taken when it is readable", async () => {
		await sync();
		const before = await mirror();
		await sandbox.addFault({
			endpoint: "movements",
			fault: "movements-malformed",
			params: { as: "missing" },
			times: 1,
		});
		expect(await sync()).toMatchObject({ seen: before.total - 1, added: 0, fault: null });
		const spoilt = await mirror();
		expect(spoilt.total).toBe(before.total);
		expect(spoilt.mirror.incomplete).toMatchObject({
			count: 1,
			lines: [{ place: 1, field: "amount", fault: "missing" }],
		});
		await sync();
		expect((await mirror()).mirror.incomplete).toBeNull();
	});

	test("very many are streamed in", async () => {
		await sandbox.addFault({ endpoint: "movements", fault: "movements-many", params: { rows: 20_000 } });
		expect(await sync()).toMatchObject({ seen: 20_000, fault: null });
		expect((await mirror()).total).toBe(20_000);
	});

	test("repeated lines are kept as the service told them: equal lines may be two payments", async () => {
		const before = (await mirror()).total;
		await sandbox.addFault({ endpoint: "movements", fault: "movements-duplicated" });
		await sync();
		expect((await mirror()).total).toBeGreaterThan(before);
	});
});

import { beforeEach, describe, expect, test } from "vitest";
import { type SandboxLine as Line, payout, testSandbox } from "#tests/integration/server/sandbox/test-sandbox.ts";

const sandbox = testSandbox();

const lines = async () => (await sandbox.control("GET", "/movements?currency=XOF")).json.items as unknown as Line[];
const listed = async () =>
	((await sandbox.get("/wallets/fiat/XOF/movements/")).json as unknown as { amount: string }[]).map(
		({ amount }) => amount,
	);
const balance = async () => String((await sandbox.get("/wallets/fiat/XOF/")).json.balance);
const change = async (id: string, body: object) => sandbox.control("POST", `/movements/${id}`, body);

/** A wallet of 500,000 from which 100,000 and a fee of 1,000 were paid. */
async function paid(): Promise<Line> {
	await sandbox.control("POST", "/funds", { currency: "XOF", amount: "500000" });
	await sandbox.advance(1_000);
	await sandbox.post("/transactions/payout/", payout({ amount: 100_000 }));
	const line = (await lines()).find(({ reference }) => reference !== null);
	if (!line) throw new Error("the payout has no line");
	return line;
}

beforeEach(() => sandbox.control("POST", "/reset"));

describe("a line of the wallet", () => {
	test("is left out: the balance keeps what happened, unless it is told to follow", async () => {
		const { id } = await paid();
		expect((await change(id, { action: "drop" })).status).toBe(200);
		expect([await listed(), await balance()]).toEqual([["500000.00"], "399000.00"]);
		await sandbox.control("POST", "/reset");
		await change((await paid()).id, { action: "drop", balance: true });
		expect([await listed(), await balance()]).toEqual([["500000.00"], "500000.00"]);
	});

	test("is there twice, with its money or without", async () => {
		const { id } = await paid();
		await change(id, { action: "double" });
		expect([await listed(), await balance()]).toEqual([["100000.00", "100000.00", "500000.00"], "399000.00"]);
		await change(id, { action: "double", balance: true });
		expect(await balance()).toBe("298000.00");
	});

	test("comes late: dated and listed then, not before", async () => {
		const { id, createdAt } = await paid();
		const late = (await change(id, { action: "delay", byMs: 3_600_000 })).json as unknown as Line;
		expect(Date.parse(late.createdAt) - Date.parse(createdAt)).toBe(3_600_000);
		expect(await listed()).toEqual(["500000.00"]);
		await sandbox.advance(3_601_000);
		expect([await listed(), await balance()]).toEqual([["100000.00", "500000.00"], "399000.00"]);
	});

	test("has another amount; the balance follows by the difference where it is told to", async () => {
		const { id } = await paid();
		await change(id, { action: "alter", amount: "90000", balance: true });
		expect([await listed(), await balance()]).toEqual([["90000.00", "500000.00"], "409000.00"]);
	});

	test("that nobody asked for is listed, and takes or adds money where it is told to", async () => {
		await paid();
		const line = { currency: "XOF", type: "withdrawal", amount: "5000", fee: "50", balance: true };
		expect((await sandbox.control("POST", "/movements", line)).status).toBe(201);
		expect([(await listed()).includes("5000.00"), await balance()]).toEqual([true, "393950.00"]);
		expect((await sandbox.control("POST", "/movements", { ...line, currency: "ZZZ" })).status).toBe(400);
	});

	test("that is not there is 404, and a change that nobody understands 400", async () => {
		const { id } = await paid();
		expect((await change("999999", { action: "drop" })).status).toBe(404);
		expect((await change(id, { action: "burn" })).status).toBe(400);
		expect((await change(id, { action: "alter", amount: "1e5" })).status).toBe(400);
	});
});

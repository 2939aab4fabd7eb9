import { expect, test } from "vitest";
import { GET as OVERVIEW } from "#app/api/overview/route.ts";
import { GET as EXPORT } from "#app/api/wallets/[currency]/movements/export/route.ts";
import { POST as REFRESH } from "#app/api/wallets/[currency]/movements/refresh/route.ts";
import { GET as MOVEMENTS } from "#app/api/wallets/[currency]/movements/route.ts";
import { GET as SUMS } from "#app/api/wallets/[currency]/movements/sums/route.ts";
import { GET as WALLET } from "#app/api/wallets/[currency]/route.ts";
import { GET as WALLETS } from "#app/api/wallets/route.ts";
import { movementListSchema, movementSumsSchema } from "#lib/contracts/movement.ts";
import { overviewSchema } from "#lib/contracts/overview.ts";
import { problemSchema } from "#lib/contracts/problem.ts";
import { walletListSchema, walletSchema } from "#lib/contracts/wallet.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, systemContext, TEST_NOW } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask, serveWith } from "#tests/support/desk/desk-requests.ts";
import { openSession } from "#tests/support/desk/open-session.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";
import { walletService, wireMovement } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const service = walletService([wireMovement(), wireMovement({ movement_type: "deposit", amount: "5.00" })]);
const system = systemContext({ database, service });
serveWith(system);
await syncMovements(system, { currency: "XOF" });
const maker = await addMember(database, "maker");
const cookie = await openSession(system, maker, TEST_NOW);
const XOF = { cookie, params: { currency: "XOF" } };
const path = "/api/wallets/XOF";

test("the routes of wallets answer by their contracts", async () => {
	const wallet = await ask(WALLET, path, XOF);
	expect(walletSchema.parse(await wallet.json()).balance).toBe("500000.00");
	const list = await ask(WALLETS, "/api/wallets", { cookie });
	expect(walletListSchema.parse(await list.json()).items.map(({ currency }) => currency)).toEqual(["XOF", "XAF"]);
	const rows = await ask(MOVEMENTS, `${path}/movements?type=deposit&minAmount=5&sort=amount&limit=1`, XOF);
	expect(movementListSchema.parse(await rows.json())).toMatchObject({ items: [{ amount: "5.00" }] });
	const sums = await ask(SUMS, `${path}/movements/sums?type=deposit&minAmount=5`, XOF);
	expect(movementSumsSchema.parse(await sums.json())).toMatchObject({ total: 1, isAtLeast: false });
	const overview = await ask(OVERVIEW, "/api/overview", { cookie });
	expect(overviewSchema.parse(await overview.json()).lastMovements).toHaveLength(2);
});

test("an export is a file to be saved, in neither cache", async () => {
	const file = await ask(EXPORT, `${path}/movements/export?format=csv&type=deposit`, XOF);
	expect(file.headers.get("content-disposition")).toBe('attachment; filename="movements-XOF-2026-03-10.csv"');
	expect(file.headers.get("cache-control")).toBe("private, no-store");
	expect((await file.text()).split("\r\n").slice(1)).toEqual([
		'2026-03-09 12:00:00,"Deposit",5,-10,"XOF",,"Before your records began",,,,,,,"2026-03-09T12:00:00.000Z",,,',
		"",
	]);
	const workbook = await ask(EXPORT, `${path}/movements/export?format=xlsx`, XOF);
	expect(new TextDecoder().decode((await workbook.bytes()).slice(0, 2))).toBe("PK");
});

test("what a request writes into the record tells where it came from", async () => {
	const headers = { "x-cauri-peer": "203.0.113.7", "user-agent": "Mozilla/5.0 Firefox/140.0" };
	await ask(EXPORT, `${path}/movements/export?format=csv`, { ...XOF, headers });
	expect(await newestEntry(database)).toMatchObject({
		action: "movement.exported",
		address: "203.0.113.7",
		user_agent: "Mozilla/5.0 Firefox/140.0",
	});
});

test("a refresh is accepted, not awaited", async () => {
	const answer = await ask(REFRESH, `${path}/movements/refresh`, { ...XOF, method: "POST", body: {} });
	expect(answer.status).toBe(202);
});

test.each([
	["a type of export that is none", EXPORT, `${path}/movements/export?format=pdf`, XOF, "invalid_input", "format"],
	["a cursor of nobody", MOVEMENTS, `${path}/movements?cursor=abc`, XOF, "invalid_input", "cursor"],
	["an amount with an exponent", MOVEMENTS, `${path}/movements?minAmount=1e5`, XOF, "invalid_input", "minAmount"],
	["a day that does not exist", MOVEMENTS, `${path}/movements?from=2026-02-30`, XOF, "invalid_input", "from"],
	["a wallet not ours", WALLET, "/api/wallets/EUR", { cookie, params: { currency: "EUR" } }, "wallet_unknown", null],
	["a path for a currency", WALLET, "/api/wallets/..", { cookie, params: { currency: ".." } }, "not_found", null],
] as const)("%s is refused by name", async (_what, handler, url, options, code, field) => {
	const problem = problemSchema.parse(await (await ask(handler, url, options)).json());
	expect(problem.code).toBe(code);
	expect(Object.keys(problem.fields ?? {})).toEqual(field === null ? [] : [field]);
});

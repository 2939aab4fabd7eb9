import { expect, test } from "vitest";
import { movementQuerySchema } from "#lib/contracts/movement.ts";
import { listMovements } from "#server/wallets/list-movements.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const currency = "XOF";
// Midnight in Cairo is 22:00 UTC.
const LINES = [
	"2026-03-01T21:59:59.999Z",
	"2026-03-01T22:00:00.000Z",
	"2026-03-02T21:59:59.000Z",
	"2026-03-02T22:00:00.000Z",
];

test("a calendar day in the business's time zone is a place in an order by time, and none in one by amount", async () => {
	const lines = LINES.map((created_at) => wireMovement({ created_at }));
	const { system } = ownWallet(database, lines, { TIME_ZONE: "Africa/Cairo" });
	await syncMovements(system, { currency });
	const context = contextFor(system, await addMember(database, "viewer"));
	const list = (query: object) => listMovements(context, { ...movementQuerySchema.parse(query), currency });
	const times = async (query: object) => (await list(query)).items.map(({ createdAt }) => createdAt);
	const newestFirst = LINES.toReversed();
	expect(await times({})).toEqual(newestFirst);
	expect(await times({ cursor: "2026-03-02" })).toEqual(newestFirst.slice(1));
	expect(await times({ cursor: "2026-03-02", limit: 2 })).toEqual(newestFirst.slice(1, 3));
	expect(await times({ cursor: "2026-03-02", sort: "createdAt" })).toEqual(LINES.slice(1));
	await expect(list({ cursor: "2026-03-02", sort: "amount" })).rejects.toMatchObject({ code: "invalid_input" });
});

test("a line's id is its place in each order, from which a list goes on both ways; a line of another wallet has none", async () => {
	const lines = ["5", "7", "7", "9"].map((amount, at) => wireMovement({ amount, created_at: LINES[at] ?? "" }));
	const { system } = ownWallet(database, lines, { WALLET_CURRENCIES: "XOF,XAF" });
	await syncMovements(system, { currency });
	const context = contextFor(system, await addMember(database, "viewer"));
	const list = (query: object, of = currency) =>
		listMovements(context, { ...movementQuerySchema.parse(query), currency: of });
	for (const sort of ["createdAt", "-createdAt", "amount", "-amount"]) {
		const ids = async (query: object) => (await list({ sort, ...query })).items.map(({ id }) => id);
		const all = await ids({});
		for (const [at, id] of all.entries()) expect(await ids({ cursor: id })).toEqual(all.slice(at + 1));
	}
	const [line] = (await list({})).items;
	const refused = { code: "invalid_input", fields: { cursor: "invalid" } };
	await expect(list({ cursor: line?.id }, "XAF")).rejects.toMatchObject(refused);
	await expect(list({ cursor: "999999999" })).rejects.toMatchObject(refused);
});

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

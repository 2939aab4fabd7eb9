import { expect, test } from "vitest";
import { movementListQuerySchema } from "#lib/contracts/movement.ts";
import { listMovementsWithTotal } from "#server/wallets/list-movements.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement } from "#tests/support/wallet/wallet-service.ts";

const { database } = await createTestDatabase();
const currency = "XOF";
const context = await (async () => {
	const lines = Array.from({ length: 30 }, (_, index) =>
		wireMovement({
			movement_type: index % 3 === 0 ? "deposit" : "withdrawal",
			amount: `${10 + index}.00`,
			created_at: `2026-03-01T12:00:00.0000${String(index).padStart(2, "0")}Z`,
		}),
	);
	const { system } = ownWallet(database, lines);
	await syncMovements(system, { currency });
	return contextFor(system, await addMember(database, "viewer"));
})();
const list = (query: Record<string, string>) =>
	listMovementsWithTotal(context, { ...movementListQuerySchema.parse(query), currency });

test.each([
	[{}, 30],
	[{ type: "deposit" }, 10],
	[{ minAmount: "20", maxAmount: "29" }, 10],
	[{ from: "2026-03-02" }, 0],
])("a page tells how many the filters %j let through in all, whatever its own length", async (filter, total) => {
	const page = await list({ ...filter, limit: "5" });
	expect(page.total).toBe(total);
	expect(page.items).toHaveLength(Math.min(5, total));
});

test("who asks for the sums beside the rows is given none with them", async () => {
	const page = await list({ total: "no" });
	expect(page).not.toHaveProperty("total");
	expect(page.items).toHaveLength(30);
});

/** A desk with one balance reading and movements read a minute later, for tests of Home. */

import type { WireMovement } from "#server/momo/wire.ts";
import { readWallet } from "#server/wallets/read-wallet.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";
import { wireMovement, wireWallet } from "#tests/support/wallet/wallet-service.ts";

/** One database with a viewer; each `desk` has its own service. */
export async function openOverview() {
	const { database } = await createTestDatabase();
	const viewer = await addMember(database, "viewer");

	/** 09:00 UTC on 10 March is 10:00 in Lagos. */
	async function desk(lines: WireMovement[], balance = "1000.00") {
		const { service, clock, system } = ownWallet(database, lines, {
			WALLET_CURRENCIES: "XOF",
			TIME_ZONE: "Africa/Lagos",
		});
		service.balance = async () => wireWallet({ balance, updated_at: "2026-03-10T08:59:00Z" });
		const context = contextFor(system, viewer);
		await readWallet(context, { currency: "XOF" });
		clock.advance(60_000);
		await syncMovements(system, { currency: "XOF" });
		return { service, clock, system, context };
	}
	return { database, viewer, desk };
}

export const deposit = (created_at: string, amount: string, fee_amount = "0.00") =>
	wireMovement({ movement_type: "deposit", created_at, amount, fee_amount });

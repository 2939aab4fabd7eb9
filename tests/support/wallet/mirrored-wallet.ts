/** A wallet of its own with mirrored lines, to list and add up. */
import {
	type MovementQuery,
	type MovementSumsQuery,
	movementQuerySchema,
	movementSumsQuerySchema,
} from "#lib/contracts/movement.ts";
import type { Actor } from "#server/context.ts";
import type { WireMovement } from "#server/momo/wire.ts";
import { sumLines } from "#server/reconciliation/sum-lines.ts";
import type { Database } from "#server/store/database.ts";
import { listMovements } from "#server/wallets/list-movements.ts";
import { syncMovements } from "#server/wallets/sync-movements.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { ownWallet } from "#tests/support/wallet/own-wallet.ts";

const currency = "XOF";

/** The reader is `viewer`. */
export async function mirroredWallet(
	{ database, viewer }: { database: Database; viewer: Actor },
	lines: WireMovement[],
	environment: Record<string, string> = {},
) {
	const { service, system } = ownWallet(database, lines, environment);
	await syncMovements(system, { currency });
	const context = contextFor(system, viewer);
	return {
		service,
		system,
		list: (query: Partial<Record<keyof MovementQuery, string | number>> = {}) =>
			listMovements(context, { ...movementQuerySchema.parse(query), currency }),
		sums: (query: Partial<Record<keyof MovementSumsQuery, string>> = {}) =>
			sumLines(context, { ...movementSumsQuerySchema.parse(query), currency }),
	};
}

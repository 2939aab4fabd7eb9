/** Before the books are compared: every mirror is synced, and every line has been matched with the payments. */
import { setTimeout as pause } from "node:timers/promises";
import { type Deployment, WALLETS } from "#tests/torture/deployment.ts";
import type { User } from "#tests/torture/users.ts";

const LIMIT_MS = 60_000;

export async function awaitSync({ victim }: Deployment, person: User): Promise<void> {
	for (const currency of Object.values(WALLETS)) {
		const askedAt = new Date();
		const isLevel = async () => {
			const synced = await victim.query(
				`select from movement_sync as sync join reconciliation_wallet as wallet using (environment, currency)
				where currency = $1 and started_at > $2 and synced_at >= started_at
				and wallet.last_movement_id >= (select max(id) from movement where movement.currency = sync.currency)`,
				[currency, askedAt],
			);
			return synced.length > 0;
		};
		for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await pause(1_000)) {
			if (await isLevel()) break;
			await person(0, "POST", `/api/wallets/${currency}/movements/refresh`);
		}
	}
}

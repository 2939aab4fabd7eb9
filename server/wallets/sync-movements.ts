import { sql } from "kysely";
import type { ErrorCode } from "#lib/error-codes.ts";
import type { SystemContext } from "#server/context.ts";
import { appErrorOf, ServiceError } from "#server/errors.ts";
import { tellChange } from "#server/store/changes.ts";
import type { Database } from "#server/store/database.ts";
import { mergeStagedLines, openStaging, stageLines } from "#server/wallets/movement-staging.ts";
import { noteFault, noteStart } from "#server/wallets/sync-row.ts";

export interface SyncResult {
	/** Lines that the service sent. */
	seen: number;
	/** Lines that the mirror lacked. */
	added: number;
	fault: ErrorCode | null;
}

/**
 * Brings one wallet's mirror level with the service's array, as a multiset: of equal lines the mirror holds as many as any one
 * answer ever showed. Assumption: the array may come cut, unsorted or with lines repeated by its paging: nothing is deleted.
 * Null when another sync of this wallet is running. A stream that fails leaves the mirror as it was and is remembered as a fault.
 */
export async function syncMovements(
	system: SystemContext,
	input: { currency: string; asked?: boolean },
): Promise<SyncResult | null> {
	if (!system.config.walletCurrencies.includes(input.currency)) return null;
	// Staging table and lock live in the session: one connection, but no transaction while the network is waited for.
	return system.database.connection().execute(async (connection) => {
		const lock = sql`7270402, hashtext(${`${system.config.environment}:${input.currency}`})`;
		const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${lock}) as taken`.execute(connection);
		if (!rows[0]?.taken) return null;
		try {
			return await syncLocked(system, connection, input);
		} finally {
			await sql`drop table if exists pg_temp.movement_seen`.execute(connection);
			await sql`select pg_advisory_unlock(${lock})`.execute(connection);
		}
	});
}

async function syncLocked(
	system: SystemContext,
	connection: Database,
	{ currency, asked }: { currency: string; asked?: boolean },
): Promise<SyncResult> {
	const wallet = { environment: system.config.environment, currency };
	const startedAt = system.clock.now();
	const before = await noteStart(connection, wallet, startedAt);
	let result: SyncResult;
	let mayBeCut = before.may_be_cut;
	try {
		await openStaging(connection);
		const seen = await stageLines(connection, currency, system.service.streamMovements(currency));
		const merged = await mergeStagedLines(connection, { ...wallet, seen, startedAt, now: system.clock.now() });
		mayBeCut = merged.mayBeCut;
		result = { seen, added: merged.added, fault: null };
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const fault = appErrorOf(error).code;
		await noteFault(connection, wallet, fault);
		result = { seen: 0, added: 0, fault };
	}
	system.log.info({ event: "movements_synced", currency, rows: result.added, code: result.fault });
	const changed = result.added > 0 || result.fault !== before.fault || mayBeCut !== before.may_be_cut;
	if (asked || changed) {
		await tellChange(connection, { topic: "movements", id: currency });
	}
	return result;
}

import { sql } from "kysely";
import type { ErrorCode } from "#lib/error-codes.ts";
import type { SystemContext } from "#server/context.ts";
import { appErrorOf, ServiceError } from "#server/errors.ts";
import { tellChange } from "#server/store/changes.ts";
import type { Database } from "#server/store/database.ts";
import { mergeStagedLines } from "#server/wallets/merge-lines.ts";
import { openStaging, stageHeld, stageLines } from "#server/wallets/movement-staging.ts";
import { type MirrorKey, noteFault, noteStart, noteUnchanged, type SyncStart } from "#server/wallets/sync-row.ts";

export interface SyncResult {
	/** Lines that the service sent and that can be read. */
	seen: number;
	/** Lines that the mirror lacked. */
	added: number;
	fault: ErrorCode | null;
}

/**
 * Brings one wallet's mirror level with the service's array, as a multiset. Nothing is deleted: what a whole array lists no more
 * while it lists older lines is withdrawn, and stands again when it is listed again. Assumption: the array may come unsorted,
 * repeat lines, or be cut, and what it cuts off is the oldest.
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
	let read: Read;
	try {
		read = await readLines(system, connection, { ...wallet, startedAt, before });
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error;
		const fault = appErrorOf(error).code;
		await noteFault(connection, wallet, fault);
		read = { seen: 0, added: 0, fault, changed: fault !== before.fault };
	}
	const { changed, ...result } = read;
	system.log.info({ event: "movements_synced", currency, rows: result.added, code: result.fault });
	if (asked || changed) await tellChange(connection, { topic: "movements", id: currency });
	return result;
}

interface Read extends SyncResult {
	/** Whoever looks at the mirror sees something else than before. */
	changed: boolean;
}

// Stands before the digest of a body: raised whenever lines are read in another way, so that an equal body is read anew.
const READING = "1:";

async function readLines(
	system: SystemContext,
	connection: Database,
	{ startedAt, before, ...wallet }: MirrorKey & { startedAt: Date; before: SyncStart },
): Promise<Read> {
	await openStaging(connection);
	let digest: string | null = null;
	const lines = system.service.streamMovements(wallet.currency, (body) => {
		digest = `${READING}${body}`;
	});
	const staged = await stageLines(connection, wallet.currency, lines);
	const { seen, setAside } = staged;
	const { beganAt } = before;
	const faultChanged = before.fault !== null;
	if (digest !== null && digest === before.body_digest) {
		await noteUnchanged(connection, wallet, { startedAt, beganAt });
		return { seen, added: 0, fault: null, changed: faultChanged };
	}
	await stageHeld(connection, staged);
	const now = system.clock.now();
	const merged = await mergeStagedLines(connection, { ...wallet, seen, setAside, digest, startedAt, beganAt, now });
	const { added, withdrawn, returned, mayBeCut } = merged;
	const isOther = mayBeCut !== before.may_be_cut || setAside.count !== before.unreadable_lines;
	return { seen, added, fault: null, changed: faultChanged || isOther || added + withdrawn + returned > 0 };
}

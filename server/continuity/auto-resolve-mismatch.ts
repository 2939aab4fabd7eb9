/**
 * Ends a mismatch without a person (payments.md rule 28): a database that moved to another server and lacks nothing, when every machine has
 * found its head and its journal there; wrong keys, when our wallet answers again. The wallets are still read: a failover is a gap.
 */
import { sql } from "kysely";
import type { SystemContext } from "#server/context.ts";
import {
	ACKNOWLEDGED_MISMATCHES,
	DATABASE_MISMATCH,
	type DatabaseMismatch,
	findingOf,
	movedId,
	readAcknowledged,
	readOwnMismatch,
	stopForMismatch,
} from "#server/continuity/database-mismatch.ts";
import { findOtherEnvironment } from "#server/continuity/environment-in-use.ts";
import { keepForgottenPermits, lacksPermits } from "#server/continuity/forgotten-permits.ts";
import { voidChanges } from "#server/guarded-changes/record-change.ts";
import { wakeApproved } from "#server/payment-records/send-job.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { readPlaces } from "#server/store/head-file.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { writeSetting } from "#server/store/settings.ts";
import { IS_ALIVE } from "#server/store/worker-heartbeats.ts";
import { hasAnswered } from "#server/wallets/own-wallet.ts";

/** More ids than a business has machines. A mismatch whose id was dropped must be acknowledged again. */
const MOST_ACKNOWLEDGED = 50;

/**
 * Stores this machine's forgotten permits once while there is a mismatch, and ends the mismatch when nothing is missing anywhere. Each
 * worker calls this every round, even if it finds no mismatch itself: another machine may know more.
 */
export async function reportToMismatch(system: SystemContext, workerId: string): Promise<void> {
	const { database, config } = system;
	const places = await readPlaces(config);
	await database
		.updateTable("worker")
		.set({ places })
		.where("id", "=", workerId)
		.where(sql<boolean>`places <> ${places}::text[]`)
		.execute();
	const current = await readOwnMismatch(database);
	if (!current) return;
	if (current.kind === "other_environment") return endOtherEnvironment(system, workerId, current);
	if (!(await hasReported(database, workerId, current))) {
		if (current.heals && (await lacksPermits(system)))
			await database.transaction().execute((trx) => stopForMismatch(trx, system, { ...current, heals: false }));
		await keepForgottenPermits(system);
		const report = { reported: current.id, found: findingOf(database, workerId) };
		await database.updateTable("worker").set(report).where("id", "=", workerId).execute();
	}
	if (current.heals) await endMismatch(system, async (trx, now) => now.heals && (await isReported(trx, now)));
}

/** True when each worker that was alive before the mismatch has reported its journal, or another worker of its machine has. */
export async function isReported(database: Database, mismatch: DatabaseMismatch): Promise<boolean> {
	const { rows } = await sql<{ reported: boolean }>`
		select is_reported(${JSON.stringify(mismatch)}::jsonb) as reported`.execute(database);
	return rows[0]?.reported ?? false;
}

/** Returns the machines that were alive before the mismatch and have not reported; null without a mismatch or when unknown. */
export async function readMissingMachines(database: Database): Promise<string[] | null> {
	const current = await readOwnMismatch(database);
	if (!current?.awaits) return null;
	const { rows } = await sql<{ id: string }>`
		select id from unreported(${JSON.stringify(current)}::jsonb) as awaited (id)`.execute(database);
	return [...new Set(rows.map(({ id }) => id.split(":")[0] ?? id))].sort();
}

export async function rememberMismatch(
	trx: DatabaseTransaction,
	found: readonly string[],
	step: { at: Date; by: string | null },
): Promise<void> {
	const ids = [...(await readAcknowledged(trx)), ...found].slice(-MOST_ACKNOWLEDGED);
	await writeSetting(trx, ACKNOWLEDGED_MISMATCHES, { ids }, step);
}

async function hasReported(database: Database, workerId: string, { id }: DatabaseMismatch): Promise<boolean> {
	const row = await database.selectFrom("worker").select("reported").where("id", "=", workerId).executeTakeFirst();
	return row?.reported === id;
}

/**
 * Ends a mismatch caused by wrong keys or a wrong address once our own wallet answers again. As long as the worker that found the mismatch
 * runs, only that worker ends it.
 */
async function endOtherEnvironment(system: SystemContext, workerId: string, found: DatabaseMismatch): Promise<void> {
	const { database, config } = system;
	if (!hasAnswered(system) || (await findOtherEnvironment(system)) !== null) return;
	const finder = database
		.selectFrom("worker")
		.select("id")
		.where("id", "=", found.foundBy ?? "")
		.where(IS_ALIVE);
	if (found.foundBy !== workerId && (await finder.executeTakeFirst())) return;
	const { rows } = await sql<{ answered: boolean }>`
		select exists (select from balance_reading where environment = ${config.environment}
			and fetched_at > (select changed_at from setting where name = ${DATABASE_MISMATCH})) as answered`.execute(
		database,
	);
	if (rows[0]?.answered) await endMismatch(system, async (_, current) => current.id === found.id);
}

async function endMismatch(
	system: SystemContext,
	mayEnd: (trx: DatabaseTransaction, current: DatabaseMismatch) => Promise<boolean>,
): Promise<void> {
	const at = system.clock.now();
	const moved = await system.database.transaction().execute(async (trx) => {
		await awaitAuditTurn(trx);
		const current = await readOwnMismatch(trx);
		if (!current || !(await mayEnd(trx, current))) return null;
		await trx.deleteFrom("setting").where("name", "=", DATABASE_MISMATCH).execute();
		if (current.heals) await rememberMismatch(trx, [movedId(current.id)], { at, by: null });
		await recordAudit(trx, {
			...{ at, memberId: null, action: current.heals ? "setting.database_moved" : "setting.service_returned" },
			...{ subjectKind: "setting", subjectId: DATABASE_MISMATCH },
			details: { kind: current.kind, ...(current.knownEntry ? { known: current.knownEntry } : {}) },
		});
		await voidChanges(trx, at, { kind: "database_mismatch", subject: current.id });
		if (!current.heals) await voidChanges(trx, at, { kind: "service_address", subject: current.id });
		await publishUpdate(trx, { topic: "status", id: null });
		await wakeApproved(trx, system.config);
		return current.kind;
	});
	if (moved) system.log.info({ event: "database_moved", cause: moved });
}

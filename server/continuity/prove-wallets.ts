/** Reads and judges wallets with a gap: proved wallets resume automatically, the others hold payouts until an admin answers. */

import { sql, type UpdateObject } from "kysely";
import type { WalletFinding } from "#lib/contracts/wallet-gaps.ts";
import type { ErrorCode } from "#lib/error-codes.ts";
import { minorOf } from "#lib/money.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { deleteGap, type Gap } from "#server/continuity/continuity-gap.ts";
import { DATABASE_MISMATCH } from "#server/continuity/database-mismatch.ts";
import { keepExplainedUntil } from "#server/continuity/explained-until.ts";
import { type Candidate, type Held, judgeWallet, type UnexplainedLine } from "#server/continuity/judge-wallet.ts";
import { readSharedWallets } from "#server/continuity/propose-shared.ts";
import {
	type ReadWalletAfterGap,
	readWalletAfterGap,
	type WalletSnapshot,
} from "#server/continuity/read-wallet-after-gap.ts";
import { findingOf } from "#server/continuity/wallet-finding.ts";
import { wakePayouts } from "#server/payment-records/send-job.ts";
import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";
import { publishUpdate } from "#server/store/live-updates.ts";
import { ofWallet } from "#server/store/sql-fragments.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { IS_ALIVE } from "#server/store/worker-heartbeats.ts";

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;
/** A held wallet is read again, since a late line may explain everything. */
const HELD_RETRY_MS = 60_000;
/** A wallet that was just held is read sooner: most late lines come within seconds. */
const JUST_HELD_RETRY_MS = 5_000;
const JUST_HELD_TRIES = 6;
/**
 * Proves every due wallet and returns how many resumed. One worker reads a wallet at a time; if its heartbeats stop, another takes over. A
 * worker must not call this again before it has returned.
 */
export async function proveWallets(
	system: SystemContext,
	{ read = readWalletAfterGap, workerId = "" }: { read?: ReadWalletAfterGap; workerId?: string } = {},
): Promise<number> {
	let proved = 0;
	for (const gap of await selectDue(system, workerId)) {
		const taken = await takeProof(system, gap, workerId);
		if (!taken) continue;
		try {
			if (await proveOne(system, taken, read)) proved += 1;
		} finally {
			// Lets other workers read the wallet. A gap that was found again meanwhile has another version and stays untouched.
			await updateGap(system.database, taken, { taken_by: null, taken_at: null });
		}
	}
	return proved;
}

/** Selects no gap during a database mismatch: its acknowledgement decides about the payouts. */
async function selectDue({ database, config }: SystemContext, workerId: string): Promise<Gap[]> {
	return (
		database
			.selectFrom("continuity_gap")
			.selectAll()
			.where("environment", "=", config.environment)
			.where("currency", "in", config.walletCurrencies)
			.where("retry_at", "<=", sql<Date>`now()`)
			.where(sql<boolean>`not exists (select from setting where name = ${DATABASE_MISMATCH})`)
			// guard: wallet-that-is-read-is-not-due
			.where(isFree(workerId))
			.execute()
	);
}

function isFree(workerId: string) {
	return sql<boolean>`(taken_by is null or taken_by = ${workerId} or not exists (select from worker
		where id = taken_by and ${IS_ALIVE}))`;
}

/** Returns null when another worker is reading the wallet, or the gap was found again, answered or closed meanwhile. */
async function takeProof({ database }: SystemContext, gap: Gap, workerId: string): Promise<Gap | null> {
	const wait = gap.finding ? HELD_RETRY_MS : LONGEST_RETRY_MS;
	const taken = await database
		.updateTable("continuity_gap")
		.set({
			...{ tries: gap.tries + 1, taken_by: workerId, taken_at: sql<Date>`now()` },
			retry_at: inFuture(wait),
		})
		.where(ofWallet(gap))
		.where("version", "=", gap.version)
		// guard: one-worker-reads-a-wallet
		.where(isFree(workerId))
		.returningAll()
		.executeTakeFirst();
	return taken ?? null;
}

function inFuture(ms: number) {
	return sql<Date>`now() + ${ms} * interval '1 millisecond'`;
}

/** Returns false, without a change, when the gap was found again or answered meanwhile. */
async function updateGap(database: Database, gap: Gap, set: UpdateObject<Tables, "continuity_gap">): Promise<boolean> {
	const update = database
		.updateTable("continuity_gap")
		.set(set)
		.where(ofWallet(gap))
		.where("version", "=", gap.version);
	return (await update.returning("currency").executeTakeFirst()) !== undefined;
}

async function proveOne(system: SystemContext, gap: Gap, read: ReadWalletAfterGap): Promise<boolean> {
	const { snapshot, held, holding } = await readWaiting(system, gap, read);
	// No payout that existed when the gap was found still waits. Payouts requested later cannot have left before.
	if (snapshot === null) return closeGap(system, gap, null);
	if ("fault" in snapshot) {
		await keepFault(system, gap, snapshot.fault);
		return false;
	}
	// A held wallet resumes automatically only when the balance matches exactly.
	if (held.length === 0 && (gap.finding === null || snapshot.agree)) return closeGap(system, gap, snapshot);
	if (held.length > 0) await hold(system, gap, findingOf(snapshot, held, holding));
	return false;
}

interface Waiting {
	snapshot: Awaited<ReturnType<ReadWalletAfterGap>> | null;
	held: Held[];
	/** The unmatched lines that hold payouts by their amount; null for a wallet that is not shared. */
	holding: UnexplainedLine[] | null;
}

/** `snapshot` is null when no payout waits. */
async function readWaiting(system: SystemContext, gap: Gap, read: ReadWalletAfterGap): Promise<Waiting> {
	const candidates = await readCandidates(system, gap);
	const nothing = { held: [], holding: null };
	if (candidates.length === 0) return { snapshot: null, ...nothing };
	const from = new Date(Math.min(...candidates.map(({ createdAt }) => createdAt)));
	const snapshot = await read(system, gap, from);
	if ("fault" in snapshot) return { snapshot, ...nothing };
	const isShared = (await readSharedWallets(system.database)).includes(gap.currency);
	// guard: wallet-is-read
	const held = judgeWallet({ ...snapshot, isShared }, candidates);
	const ids = new Set(held.map(({ paymentId }) => paymentId));
	const amounts = new Set(candidates.flatMap(({ id, amount }) => (ids.has(id) ? [amount] : [])));
	return { snapshot, held, holding: isShared ? snapshot.lines.filter(({ amount }) => amounts.has(amount)) : null };
}

/** Reads waiting payouts, including unapproved ones, that existed when the gap was found: their approval and permit may have been lost. */
async function readCandidates({ database }: SystemContext, gap: Gap): Promise<Candidate[]> {
	const rows = await database
		.selectFrom("payment")
		.select(["id", "amount", "created_at"])
		.where("kind", "=", "payout")
		.where("state", "in", WAITING_STATES)
		.where(ofWallet(gap))
		.where(sql<boolean>`exists (select from payment_event as event
			where event.payment_id = payment.id and event.id <= ${gap.event_id}::bigint)`)
		.execute();
	return rows.map(({ id, amount, created_at: at }) => ({ id, amount: minorOf(amount), createdAt: at.getTime() }));
}

async function keepFault({ database }: SystemContext, gap: Gap, fault: ErrorCode): Promise<void> {
	const delay = Math.min(FIRST_RETRY_MS * 2 ** Math.min(gap.tries - 1, 10), LONGEST_RETRY_MS);
	await updateGap(database, gap, { fault, retry_at: inFuture(delay) });
	if (gap.fault !== fault) await publishUpdate(database, { topic: "status", id: null });
}

/** Returns false when the gap was reopened meanwhile; then it must be proved again. */
async function closeGap(system: SystemContext, gap: Gap, snapshot: WalletSnapshot | null): Promise<boolean> {
	const closed = await system.database.transaction().execute(async (trx) => {
		await awaitAuditTurn(trx);
		if (!(await deleteGap(trx, gap))) return false;
		await keepExplainedUntil(trx, gap, snapshot ?? {});
		if (gap.finding) await recordWallet(trx, system.clock.now(), gap, "wallet_proved");
		await wakePayouts(trx, gap, system.config.payoutLanes);
		await publishUpdate(trx, { topic: "status", id: null });
		return true;
	});
	if (closed)
		system.log.info({ event: "wallet_proved", currency: gap.currency, cause: snapshot ? "proved" : "nothing_waits" });
	return closed;
}

async function recordWallet(
	trx: DatabaseTransaction,
	at: Date,
	{ currency }: Gap,
	happened: "wallet_held" | "wallet_proved",
	details: Record<string, string> = {},
): Promise<void> {
	const action = `setting.${happened}`;
	await recordAudit(trx, { at, memberId: null, action, subjectKind: "wallet", subjectId: currency, details });
}

async function hold({ database, clock }: SystemContext, gap: Gap, finding: WalletFinding): Promise<void> {
	const at = clock.now();
	await database.transaction().execute(async (trx) => {
		await awaitAuditTurn(trx);
		const retry_at = inFuture(gap.tries > JUST_HELD_TRIES ? HELD_RETRY_MS : JUST_HELD_RETRY_MS);
		if (!(await updateGap(trx, gap, { finding: JSON.stringify(finding), fault: null, retry_at }))) return;
		const lines = finding.lines.map(({ id }) => id).join(",");
		// Lines may appear after the balance has dropped. They are recorded then, because `proposeShared` counts only holds with lines.
		// guard: late-lines-are-recorded
		if (gap.finding?.lines.length === 0 && lines !== "") await recordWallet(trx, at, gap, "wallet_held", { lines });
		if (!gap.finding) await recordWallet(trx, at, gap, "wallet_held", lines === "" ? {} : { lines });
		await publishUpdate(trx, { topic: "status", id: null });
	});
}

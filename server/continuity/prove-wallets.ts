/** Wallets with a gap are read and judged: proved ones send again by themselves, the others are held until an admin answers. */

import { sql } from "kysely";
import type { WalletFinding } from "#lib/contracts/wallet-witness.ts";
import type { ErrorCode } from "#lib/error-codes.ts";
import { minorOf } from "#lib/money.ts";
import { WAITING_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { deleteGap, type Gap } from "#server/continuity/continuity-gap.ts";
import { type HearWallet, hearWallet } from "#server/continuity/hear-wallet.ts";
import { type Candidate, judgeWallet } from "#server/continuity/judge-wallet.ts";
import { keptHearing } from "#server/continuity/kept-hearing.ts";
import { isWalletShared } from "#server/continuity/shared-wallets.ts";
import { isWalletDoubt, takeWalletDoubt, wakeWaiting } from "#server/continuity/wallet-doubt.ts";
import { DATABASE_DOUBT, stopForDoubt } from "#server/payments/stop/database-doubt.ts";

import { awaitAuditTurn, recordAudit } from "#server/store/audit-log.ts";
import { tellChange } from "#server/store/changes.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;
/** A finding is asked again: a line that comes late may explain everything, to the unit. */
const HELD_RETRY_MS = 60_000;
/** Whoever took a try and died is given up after this. */
const TRY_MS = 15_000;

/** Every wallet whose turn it is; safe at any time and beside other workers. Returns how many send again. */
export async function proveWallets(
	system: SystemContext,
	{ hear = hearWallet }: { hear?: HearWallet } = {},
): Promise<number> {
	let proved = 0;
	for (const gap of await selectDue(system)) {
		const taken = await takeTry(system, gap);
		if (taken && (await proveOne(system, taken, hear))) proved += 1;
	}
	return proved;
}

/** Another doubt stops all sending anyhow, and its answer says what becomes of the payouts: until then nothing is proved. */
async function selectDue({ database, config }: SystemContext): Promise<Gap[]> {
	const row = await database
		.selectFrom("setting")
		.select("value")
		.where("name", "=", DATABASE_DOUBT)
		.executeTakeFirst();
	if (row && !isWalletDoubt(row.value)) return [];
	return database
		.selectFrom("continuity_gap")
		.selectAll()
		.where("environment", "=", config.environment)
		.where("retry_at", "<=", sql<Date>`now()`)
		.execute();
}

/** Null: another worker has it. */
async function takeTry({ database }: SystemContext, gap: Gap): Promise<Gap | null> {
	const wait = gap.finding ? HELD_RETRY_MS : Math.max(TRY_MS, LONGEST_RETRY_MS);
	const taken = await database
		.updateTable("continuity_gap")
		.set({
			version: gap.version + 1,
			tries: gap.tries + 1,
			retry_at: sql<Date>`now() + ${wait} * interval '1 millisecond'`,
		})
		.where("environment", "=", gap.environment)
		.where("currency", "=", gap.currency)
		.where("version", "=", gap.version)
		.returningAll()
		.executeTakeFirst();
	return taken ?? null;
}

async function proveOne(system: SystemContext, gap: Gap, hear: HearWallet): Promise<boolean> {
	const candidates = await readCandidates(system, gap);
	// Nothing waits that could have left already: what is asked for from now on is new.
	if (candidates.length === 0) return closeGap(system, gap, "nothing_waits");
	const from = new Date(Math.min(...candidates.map(({ createdAt }) => createdAt)));
	const heard = await hear(system, gap, from);
	if ("fault" in heard) {
		await keepFault(system, gap, heard.fault);
		return false;
	}
	const isShared = await isWalletShared(system.database, gap.currency);
	// guard: wallet-is-heard
	const held = judgeWallet({ ...heard, isShared }, candidates);
	// What was held goes by itself only when everything comes out to the unit.
	if (held.length === 0 && (gap.finding === null || heard.isEven)) return closeGap(system, gap, "proved");
	if (held.length > 0) await hold(system, gap, keptHearing(heard, held));
	return false;
}

/** Payouts before their permit that were there when the gap was found: also those that wait for approval, since they may have been approved. */
async function readCandidates({ database }: SystemContext, gap: Gap): Promise<Candidate[]> {
	const rows = await database
		.selectFrom("payment")
		.select(["id", "amount", "created_at"])
		.where("kind", "=", "payout")
		.where("state", "in", WAITING_STATES)
		.where("environment", "=", gap.environment)
		.where("currency", "=", gap.currency)
		.where(({ exists, selectFrom }) =>
			exists(
				selectFrom("payment_event")
					.select("payment_event.id")
					.whereRef("payment_event.payment_id", "=", "payment.id")
					.where("payment_event.id", "<=", gap.event_id),
			),
		)
		.execute();
	return rows.map(({ id, amount, created_at: at }) => ({ id, amount: minorOf(amount), createdAt: at.getTime() }));
}

async function keepFault({ database }: SystemContext, gap: Gap, fault: ErrorCode): Promise<void> {
	const delay = Math.min(FIRST_RETRY_MS * 2 ** Math.min(gap.tries - 1, 10), LONGEST_RETRY_MS);
	await database
		.updateTable("continuity_gap")
		.set({ fault, retry_at: sql<Date>`now() + ${delay} * interval '1 millisecond'` })
		.where("environment", "=", gap.environment)
		.where("currency", "=", gap.currency)
		.where("version", "=", gap.version)
		.execute();
	if (gap.fault !== fault) await tellChange(database, { topic: "status", id: null });
}

/** False when the gap was opened anew meanwhile: then it is proved once more. */
async function closeGap(system: SystemContext, gap: Gap, how: "proved" | "nothing_waits"): Promise<boolean> {
	const closed = await system.database.transaction().execute(async (trx) => {
		await awaitAuditTurn(trx);
		if (!(await deleteGap(trx, gap))) return false;
		if (gap.finding) await liftDoubt(system, trx, gap);
		await wakeWaiting(trx, gap);
		await tellChange(trx, { topic: "status", id: null });
		return true;
	});
	if (closed) system.log.info({ event: "wallet_proved", currency: gap.currency, cause: how });
	return closed;
}

async function liftDoubt({ clock }: SystemContext, trx: DatabaseTransaction, { currency }: Gap): Promise<void> {
	if (!(await takeWalletDoubt(trx))) return;
	await recordAudit(trx, {
		at: clock.now(),
		memberId: null,
		action: "setting.wallet_proved",
		subjectKind: "setting",
		subjectId: DATABASE_DOUBT,
		details: { currency },
	});
}

async function hold({ database, clock }: SystemContext, gap: Gap, finding: WalletFinding): Promise<void> {
	const at = clock.now();
	await database.transaction().execute(async (trx) => {
		await awaitAuditTurn(trx);
		const kept = await trx
			.updateTable("continuity_gap")
			.set({
				finding: JSON.stringify(finding),
				fault: null,
				retry_at: sql<Date>`now() + ${HELD_RETRY_MS} * interval '1 millisecond'`,
			})
			.where("environment", "=", gap.environment)
			.where("currency", "=", gap.currency)
			.where("version", "=", gap.version)
			.returning("currency")
			.executeTakeFirst();
		if (!kept) return;
		const nothing = { knownEntry: null, knownAt: null, newestEntry: null, newestAt: null };
		const id = `${gap.environment}:${gap.currency}`;
		await stopForDoubt(trx, at, { kind: "wallet_unproved", id, ...nothing });
		await tellChange(trx, { topic: "status", id: null });
	});
}

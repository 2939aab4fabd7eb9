import { sql } from "kysely";
import { serviceFault } from "#lib/contracts/service-fault.ts";
import { waitsForPermit } from "#lib/payment-state.ts";
import { approversFor, decidingAmount } from "#lib/payments/payout-rules.ts";
import type { SystemContext } from "#server/context.ts";
import { readPaymentExpiry } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow, PayoutProgress } from "#server/payment-records/payment-summary.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { findAlike } from "#server/payments/rules/find-alike.ts";
import { readLeastApprovers } from "#server/payments/rules/least-approvers.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { readWalletWaits, type WalletWait } from "#server/payments/stop/service-wait.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import type { Database } from "#server/store/database.ts";
import { PREPARED } from "#server/store/keep-prepared.ts";
import type { WalletKey } from "#server/store/listed.ts";

/** Returns progress by payment id; deposits have no approvals, but they expire too. */
export async function readPayoutProgress(
	{ database, config }: Pick<SystemContext, "database" | "config">,
	rows: readonly PaymentRow[],
): Promise<Map<string, PayoutProgress>> {
	const payouts = rows.filter(({ kind }) => kind === "payout").map(({ id }) => id);
	const unsent = rows.filter(({ state }) => waitsForPermit(state)).map(({ id }) => id);
	const approved = rows.filter(({ kind, state }) => kind === "payout" && state === "approved");
	const asked = rows.filter(({ kind, state }) => kind === "payout" && state === "awaiting_approval");
	const [approvals, correctors, lastEvents, needed, expiry, waits, paused, alike, marks] = await Promise.all([
		readApprovalRows(database, payouts),
		readCorrectors(database, payouts),
		readLastEvents(database, unsent),
		readNeeded(database, asked),
		unsent.length > 0 ? readPaymentExpiry(database) : null,
		readWalletWaits(database, [...new Set(approved.map(({ currency }) => currency))]),
		findPausedBatches(database, approved),
		findAlike(
			database,
			asked.map((row) => ({ ...factsOf(row), at: row.created_at, without: row.duplicate_of ?? [] })),
		),
		readMarks(
			{ database, config },
			[...asked, ...approved].map(({ phone_number }) => phone_number),
		),
	]);
	return new Map(
		rows.map((row) => {
			const digest = factsDigest(row);
			const own = approvals.filter((approval) => approval.payment_id === row.id && approval.facts === digest);
			// A sent payout keeps the approvals that were valid when it left.
			const given = waitsForPermit(row.state) ? own.filter(({ counts }) => counts) : own;
			const lapsed = own
				.filter((approval) => !given.includes(approval))
				.map(({ member_id: id, name }) => ({ id, name }));
			const minutes = row.kind === "payout" ? expiry?.payoutMinutes : expiry?.depositMinutes;
			const since = lastEvents.get(row.id) ?? row.created_at;
			const ends = waitsForPermit(row.state) && minutes ? new Date(since.getTime() + minutes * 60_000) : null;
			const progress: PayoutProgress = {
				approval:
					row.kind === "payout"
						? {
								given: given.map(({ member_id, name, at }) => ({ id: member_id, name, at: at.toISOString() })),
								lapsed,
								needed: row.state === "awaiting_approval" ? Math.max(needed(row), given.length + 1) : null,
								correctedBy: correctors.get(row.id) ?? [],
							}
						: null,
				expiresAt: ends?.toISOString() ?? null,
				waits: approved.includes(row)
					? waitOf(row, since, { waits, paused, configured: config.walletCurrencies, marks: marks(row) })
					: null,
				...(asked.includes(row) || approved.includes(row) ? { marks: marks(row) } : {}),
				...(alike.has(row.id) ? { alike: alike.get(row.id) ?? [] } : {}),
			};
			return [row.id, progress];
		}),
	);
}

function factsOf({ id, environment, currency, phone_number, amount, note, metadata }: PaymentRow) {
	return { id, environment, currency, phone_number, amount, note, metadata };
}

/** Returns the ids of the paused batches to which these payouts belong. */
export async function findPausedBatches(
	database: Database,
	payouts: readonly Pick<PaymentRow, "batch_id">[],
): Promise<Set<string>> {
	const ids = [...new Set(payouts.flatMap(({ batch_id }) => batch_id ?? []))];
	if (ids.length === 0) return new Set();
	const paused = await database
		.selectFrom("batch")
		.modifyFront(PREPARED)
		.select("id")
		.where(sql<boolean>`id = any(${ids})`)
		.where(sql<boolean>`is_batch_paused(batch)`)
		.execute();
	return new Set(paused.map(({ id }) => id));
}

interface WaitFacts {
	waits: readonly WalletWait[];
	/** Ids of paused batches. */
	paused: ReadonlySet<string>;
	configured: readonly string[];
	marks: Marks;
}

/** A wait that affects the whole wallet comes before the payout's own limit. */
function waitOf(
	row: PaymentRow,
	since: Date,
	{ waits, paused, configured, marks }: WaitFacts,
): PayoutProgress["waits"] {
	const untold = { since: since.toISOString(), fault: null, missing: null, until: null };
	if (!configured.includes(row.currency)) return { ...untold, kind: "wallet_not_configured" };
	if (marks?.blocked) return { ...untold, kind: "number_blocked" };
	if (row.batch_id !== null && paused.has(row.batch_id)) return { ...untold, kind: "batch_paused" };
	const wait = waits.find((each) => isOf(row, each));
	if (!wait) {
		const until = row.waits_until?.toISOString() ?? null;
		return until === null ? null : { ...untold, kind: row.waits_for ?? "limit_reached", until };
	}
	const { kind, missing } = wait;
	const fault = wait.cause === null ? null : serviceFault(wait.cause, wait.words);
	return { kind, fault, missing, since: wait.since.toISOString(), until: null };
}

type Marks = PayoutProgress["marks"];

async function readMarks(
	{ database, config }: Pick<SystemContext, "database" | "config">,
	numbers: readonly string[],
): Promise<(row: PaymentRow) => Marks> {
	const facts = await resolveNumbers(database, { environment: config.environment, numbers });
	return ({ phone_number }) => {
		const { neverPaid = false, changedAt = null, blocked = null } = facts.get(phone_number) ?? {};
		return neverPaid || changedAt !== null || blocked !== null ? { neverPaid, changedAt, blocked } : undefined;
	};
}

interface Approvers {
	ids: readonly string[];
	lapsed: readonly string[];
}

/** Returns approvers of exactly these facts who still have the role, and names of those who lost it. A correction voids approvals. */
export async function readApproversOf(
	database: Database,
	payments: readonly PaymentRow[],
): Promise<(payment: PaymentRow) => Approvers> {
	const rows = await readApprovalRows(
		database,
		payments.map(({ id }) => id),
	);
	const byPayment = Map.groupBy(rows, ({ payment_id }) => payment_id);
	return (payment) => {
		const digest = factsDigest(payment);
		const approvals = (byPayment.get(payment.id) ?? []).filter(({ facts }) => facts === digest);
		const ids = new Set(approvals.filter(({ counts }) => counts).map(({ member_id }) => member_id));
		return { ids: [...ids], lapsed: approvals.filter(({ counts }) => !counts).map(({ name }) => name) };
	};
}

function isOf(row: PaymentRow, wallet: WalletKey): boolean {
	return row.environment === wallet.environment && row.currency === wallet.currency;
}

async function readApprovalRows(database: Database, ids: readonly string[]) {
	if (ids.length === 0) return [];
	return database
		.selectFrom("decision")
		.modifyFront(PREPARED)
		.innerJoin("member", "member.id", "decision.member_id")
		.select(["decision.payment_id", "decision.member_id", "decision.facts", "decision.at", "member.name"])
		.select(sql<boolean>`decision_counts(decision.member_id, decision.recorded_at)`.as("counts"))
		.where("decision.payment_id", "in", ids)
		.where("decision.verdict", "=", "approve")
		.where("decision.voided_at", "is", null)
		.orderBy("decision.id")
		.execute();
}

/** Returns correctors by payment id: like the maker, they may not approve the payout. */
export async function readCorrectors(database: Database, ids: readonly string[]): Promise<Map<string, string[]>> {
	const found = new Map<string, string[]>();
	if (ids.length === 0) return found;
	const rows = await database
		.selectFrom("payment_event")
		.select(["payment_id", "member_id"])
		.where("payment_id", "in", ids)
		.where("event", "=", "corrected")
		.execute();
	for (const { payment_id, member_id } of rows) {
		const known = found.get(payment_id) ?? [];
		if (member_id !== null && !known.includes(member_id)) found.set(payment_id, [...known, member_id]);
	}
	return found;
}

/** The last event of each payment; an approval restarts the expiry period. */
async function readLastEvents(database: Database, ids: readonly string[]): Promise<Map<string, Date>> {
	const last = new Map<string, Date>();
	if (ids.length === 0) return last;
	const rows = await database
		.selectFrom("payment_event")
		.select(["payment_id", (of) => of.fn.max("at").as("at")])
		.where("payment_id", "in", ids)
		.groupBy("payment_id")
		.execute();
	for (const { payment_id, at } of rows) last.set(payment_id, at);
	return last;
}

/** Counts the approvers that a payout needs by the present rules. */
export async function readNeeded(
	database: Database,
	rows: readonly PaymentRow[],
): Promise<(row: PaymentRow) => number> {
	const currencies = [...new Set(rows.map(({ currency }) => currency))];
	const rules = new Map(
		await Promise.all(
			currencies.map(async (currency) => [currency, await readPayoutRule(database, currency)] as const),
		),
	);
	const least = await readLeastApprovers(database, rows);
	return (row) => {
		const rule = rules.get(row.currency);
		return rule ? least(row.id, approversFor(rule, decidingAmount(row.amount, row.highest_amount))) : 1;
	};
}

import { serviceFault } from "#lib/contracts/service-fault.ts";
import { LONGEST_EXPIRY_MINUTES, waitsForPermit } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { readPaymentExpiry } from "#server/payment-records/payment-settings.ts";
import type { PaymentRow, PayoutProgress } from "#server/payment-records/payment-summary.ts";
import { readWalletWaits, type WalletWait } from "#server/payments/payout-wait.ts";
import { findSimilarPayouts } from "#server/payments/rules/find-similar-payouts.ts";
import { findOverLimit } from "#server/payments/rules/limit-use.ts";
import { findPausedBatches } from "#server/payments/rules/paused-batches.ts";
import { findWithBatch, readApproversOf, readCorrectors, readNeeded } from "#server/payments/rules/read-approvals.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import type { Database } from "#server/store/database.ts";

/** Returns progress by payment id; deposits have no approvals, but they expire too. */
export async function readPayoutProgress(
	{ database, config, clock }: Pick<SystemContext, "database" | "config" | "clock">,
	rows: readonly PaymentRow[],
): Promise<Map<string, PayoutProgress>> {
	const payouts = rows.filter(({ kind }) => kind === "payout");
	const unsent = rows.filter(({ state }) => waitsForPermit(state)).map(({ id }) => id);
	const approved = payouts.filter(({ state }) => state === "approved");
	const asked = payouts.filter(({ state }) => state === "awaiting_approval");
	const [approversOf, correctors, lastEvents, needed, expiry, waits, paused, alike, marks, over] = await Promise.all([
		readApproversOf(database, payouts),
		readCorrectors(database, payouts),
		readLastEvents(database, unsent),
		readNeeded(database, asked),
		unsent.length > 0 ? readPaymentExpiry(database) : null,
		readWalletWaits(database, [...new Set(approved.map(({ currency }) => currency))]),
		findPausedBatches(database, approved),
		findSimilarPayouts(
			database,
			asked.map((row) => ({ ...factsOf(row), at: row.created_at, without: row.duplicate_of ?? [] })),
		),
		readMarks(
			{ database, config },
			[...asked, ...approved].map(({ phone_number }) => phone_number),
		),
		findOverLimit(database, asked, config.timeZone),
	]);
	const withBatch = await findWithBatch(database, asked);
	const now = clock.now();
	return new Map(
		rows.map((row) => {
			const { given, lapsed } = approversOf(row);
			const minutes = row.kind === "payout" ? expiry?.payoutMinutes : expiry?.depositMinutes;
			const since = lastEvents.get(row.id) ?? row.created_at;
			const last = Math.min(+since + (minutes ?? 0) * 60_000, +row.created_at + LONGEST_EXPIRY_MINUTES * 60_000);
			const ends = waitsForPermit(row.state) && minutes ? new Date(last) : null;
			const progress: PayoutProgress = {
				approval:
					row.kind === "payout"
						? {
								given,
								lapsed,
								needed: row.state === "awaiting_approval" ? Math.max(needed(row), given.length + 1) : null,
								correctedBy: correctors.get(row.id) ?? [],
								...(withBatch.has(row.id) ? { withBatch: true } : {}),
							}
						: null,
				expiresAt: ends?.toISOString() ?? null,
				waits: approved.includes(row)
					? waitOf(row, since, { waits, paused, now, configured: config.walletCurrencies, marks: marks(row) })
					: null,
				...(asked.includes(row) || approved.includes(row) ? { marks: marks(row) } : {}),
				...(over.has(row.id) ? { overLimit: over.get(row.id) } : {}),
				...(alike.has(row.id) ? { alike: alike.get(row.id) ?? [] } : {}),
			};
			return [row.id, progress];
		}),
	);
}

function factsOf({ id, environment, currency, phone_number, amount, note, metadata }: PaymentRow) {
	return { id, environment, currency, phone_number, amount, note, metadata };
}

interface WaitFacts {
	waits: readonly WalletWait[];
	paused: ReadonlySet<string>;
	now: Date;
	configured: readonly string[];
	marks: Marks;
}

/** Returns one wait: the wallet's wait hides that of a limit or a new number, which ends by itself. */
function waitOf(
	row: PaymentRow,
	since: Date,
	{ waits, paused, now, configured, marks }: WaitFacts,
): PayoutProgress["waits"] {
	const noDetails = { since: since.toISOString(), fault: null, missing: null, until: null };
	if (!configured.includes(row.currency)) return { ...noDetails, kind: "wallet_not_configured" };
	if (marks?.blocked) return { ...noDetails, kind: "number_blocked" };
	if (row.batch_id !== null && paused.has(row.batch_id)) return { ...noDetails, kind: "batch_paused" };
	const wait = waits.find(({ environment, currency }) => environment === row.environment && currency === row.currency);
	if (!wait) {
		const until = row.waits_until;
		if (until === null || until <= now) return null;
		return { ...noDetails, kind: row.waits_for ?? "limit_reached", until: until.toISOString() };
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

async function readLastEvents(database: Database, ids: readonly string[]): Promise<Map<string, Date>> {
	if (ids.length === 0) return new Map();
	const rows = await database
		.selectFrom("payment_event")
		.select(["payment_id", (of) => of.fn.max("at").as("at")])
		.where("payment_id", "in", ids)
		.groupBy("payment_id")
		.execute();
	return new Map(rows.map(({ payment_id, at }) => [payment_id, at]));
}

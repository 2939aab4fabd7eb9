/** Where payouts stand before they leave: who agreed, how many are asked for, until when, and what of the service they wait for. */
import { serviceFault } from "#lib/contracts/service-fault.ts";
import { waitsForPermit } from "#lib/payment-state.ts";
import { approversFor, decidingAmount } from "#lib/payout-rules.ts";
import { readPaymentExpiry } from "#server/payments/payment-settings.ts";
import type { PaymentRow, PayoutProgress } from "#server/payments/payment-summary.ts";
import { decisionCounts } from "#server/payments/rules/decision-counts.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { readLeastApprovers } from "#server/payments/rules/least-approvers.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { readWaits } from "#server/payments/stop/service-wait.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

/** By payment id; deposits have no approvals, but they expire too. */
export async function readPayoutProgress(
	database: Database | DatabaseTransaction,
	rows: readonly PaymentRow[],
): Promise<Map<string, PayoutProgress>> {
	const payouts = rows.filter(({ kind }) => kind === "payout").map(({ id }) => id);
	const unsent = rows.filter(({ state }) => waitsForPermit(state)).map(({ id }) => id);
	const approved = rows.filter(({ kind, state }) => kind === "payout" && state === "approved");
	const [approvals, correctors, lastEvents, needed, expiry, waits] = await Promise.all([
		readApprovalRows(database, payouts),
		readCorrectors(database, payouts),
		readLastEvents(database, unsent),
		readNeeded(database, rows),
		unsent.length > 0 ? readPaymentExpiry(database) : null,
		readWaits(database, [...new Set(approved.map(({ currency }) => currency))]),
	]);
	return new Map(
		rows.map((row) => {
			const digest = factsDigest(row);
			const own = approvals.filter((approval) => approval.payment_id === row.id && approval.facts === digest);
			// What has left was approved by whoever could approve then.
			const given = waitsForPermit(row.state) ? own.filter(decisionCounts) : own;
			const lapsed = own
				.filter((approval) => !given.includes(approval))
				.map(({ member_id: id, name }) => ({ id, name }));
			const minutes = row.kind === "payout" ? expiry?.payoutMinutes : expiry?.depositMinutes;
			const since = lastEvents.get(row.id) ?? row.created_at;
			const ends = waitsForPermit(row.state) && minutes ? new Date(since.getTime() + minutes * 60_000) : null;
			const wait = approved.includes(row) ? waits.find((each) => isOf(row, each)) : undefined;
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
				waits: wait
					? { kind: wait.kind, since: wait.since.toISOString(), fault: serviceFault(wait.cause, wait.words) }
					: null,
			};
			return [row.id, progress];
		}),
	);
}

/**
 * Members who agreed to exactly these facts and may still decide, and the names of those who may not any more. A correction
 * takes their words away.
 */
export async function readApprovers(
	database: Database | DatabaseTransaction,
	payment: PaymentRow,
): Promise<{ ids: readonly string[]; lapsed: readonly string[] }> {
	const digest = factsDigest(payment);
	const approvals = (await readApprovalRows(database, [payment.id])).filter(({ facts }) => facts === digest);
	const ids = new Set(approvals.filter(decisionCounts).map(({ member_id }) => member_id));
	return { ids: [...ids], lapsed: approvals.filter((approval) => !decisionCounts(approval)).map(({ name }) => name) };
}

/** How many people the rules of now ask for. */
export async function readApproversNeeded(
	database: Database | DatabaseTransaction,
	payment: Pick<PaymentRow, "currency" | "amount" | "highest_amount" | "maker_id">,
): Promise<0 | 1 | 2> {
	const rule = await readPayoutRule(database, payment.currency);
	const least = await readLeastApprovers(database, [payment.maker_id]);
	return least(payment.maker_id, approversFor(rule, decidingAmount(payment)));
}

function isOf(row: PaymentRow, wallet: Pick<PaymentRow, "environment" | "currency">): boolean {
	return row.environment === wallet.environment && row.currency === wallet.currency;
}

async function readApprovalRows(database: Database | DatabaseTransaction, ids: readonly string[]) {
	if (ids.length === 0) return [];
	return database
		.selectFrom("decision")
		.innerJoin("member", "member.id", "decision.member_id")
		.select(["decision.payment_id", "decision.member_id", "decision.facts", "decision.at", "decision.said_at"])
		.select(["member.name", "member.role", "member.disabled_at", "member.password_temporary", "member.decides_from"])
		.where("decision.payment_id", "in", ids)
		.where("decision.verdict", "=", "approve")
		.where("decision.voided_at", "is", null)
		.orderBy("decision.id")
		.execute();
}

/** Who changed the facts of a payout does not approve it, as little as its maker. */
export async function readCorrectors(
	database: Database | DatabaseTransaction,
	ids: readonly string[],
): Promise<Map<string, string[]>> {
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

/** The last word of each: an approval starts the time anew. */
async function readLastEvents(
	database: Database | DatabaseTransaction,
	ids: readonly string[],
): Promise<Map<string, Date>> {
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

async function readNeeded(
	database: Database | DatabaseTransaction,
	rows: readonly PaymentRow[],
): Promise<(row: PaymentRow) => number> {
	const waiting = rows.filter(({ state }) => state === "awaiting_approval");
	const currencies = [...new Set(waiting.map(({ currency }) => currency))];
	const rules = new Map(
		await Promise.all(
			currencies.map(async (currency) => [currency, await readPayoutRule(database, currency)] as const),
		),
	);
	const least = await readLeastApprovers(database, [...new Set(waiting.map(({ maker_id }) => maker_id))]);
	return (row) => {
		const rule = rules.get(row.currency);
		return rule ? least(row.maker_id, approversFor(rule, decidingAmount(row))) : 1;
	};
}

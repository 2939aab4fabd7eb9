/** What must hold before the permit; nothing has left the house yet: what fails here is not sent, or may safely wait. */

import type { WaitKind } from "#lib/contracts/payment.ts";
import type { EventContent } from "#lib/contracts/payment-event.ts";
import { minorOf, parseDecimal } from "#lib/money.ts";
import type { SystemContext } from "#server/context.ts";
import { refusesKeys, ServiceError } from "#server/errors.ts";
import type { WireWallet } from "#server/momo/wire.ts";
import { isPastExpiry } from "#server/payments/approve/expire-payments.ts";
import type { PaymentRow } from "#server/payments/payment-summary.ts";
import { payoutsOnTheWire } from "#server/payments/payouts-on-the-wire.ts";
import { factsDigest } from "#server/payments/rules/digests.ts";
import { readApprovers, readApproversNeeded } from "#server/payments/rules/payout-progress.ts";
import { findObstacle, type Obstacle } from "#server/payments/send/recheck-payout.ts";
import { isSendingStopped, stopSending } from "#server/payments/stop/sending-stop.ts";
import { beginWait, endWait, waitBeside, waitKindOf } from "#server/payments/stop/service-wait.ts";
import type { Timing } from "#server/payments/timing.ts";
import { keepAnswer } from "#server/wallets/wallet-look.ts";

export type Preflight =
	| { result: "go" }
	/** Stays approved: of another environment, or sending is stopped. */
	| { result: "wait"; why: "other_environment" | "stopped" }
	/** Stays approved until the balance can be read or it expires; to be asked again after so long. */
	| { result: "wait"; why: WaitKind; retryMs: number }
	| { result: "expired" }
	/** Fewer people than the rules ask for have agreed and may still agree: back to the approvals. */
	| { result: "approvals_missing"; content: EventContent }
	| { result: "not_sent"; told: EventContent };

/** What the database and the rules say; null: nothing is in the way. Asks nobody else and writes nothing. */
export async function checkDesk(system: SystemContext, payment: PaymentRow): Promise<Preflight | null> {
	if (payment.environment !== system.config.environment) return { result: "wait", why: "other_environment" };
	const [isPast, isStopped, broken] = await Promise.all([
		isPastExpiry(system, payment),
		isSendingStopped(system.database),
		payment.kind === "payout" ? checkRules(system, payment) : null,
	]);
	if (isPast) return { result: "expired" };
	if (isStopped) return { result: "wait", why: "stopped" };
	return payment.approved_facts === factsDigest(payment) ? broken : notSent("not_sent_facts_changed");
}

/**
 * Rules may have become stricter since. More approvers, or the same payment that nobody looked at: it waits for people. A limit
 * that is used up: it is not sent, and says so; kept for the next day, it would leave when nobody expects it any more.
 */
async function checkRules(system: SystemContext, payment: PaymentRow): Promise<Preflight | null> {
	const [approvers, needed, obstacle] = await Promise.all([
		readApprovers(system.database, payment),
		readApproversNeeded(system.database, payment),
		findObstacle(system.database, payment, { at: system.clock.now(), timeZone: system.config.timeZone }),
	]);
	if (approvers.ids.length < needed) return approvalsMissing(approvers.lapsed);
	if (obstacle === "duplicate_since") return { result: "approvals_missing", content: { event: obstacle } };
	return obstacle && notSent(obstacle);
}

/** Assumption: the amount must be there; what fee the service takes besides is not known beforehand. A deposit needs none. */
export async function checkBalance(system: SystemContext, payment: PaymentRow, timing: Timing): Promise<Preflight> {
	if (payment.kind === "deposit") return { result: "go" };
	const beside = await waitBeside(system, payment, timing);
	if (beside) return { result: "wait", why: beside, retryMs: timing.waitBesideMs };
	let wallet: WireWallet | null;
	try {
		wallet = await system.service.readBalance(payment.currency);
	} catch (error) {
		if (error instanceof ServiceError) return balanceUnread(system, payment, error, timing);
		throw error;
	}
	const balance = wallet?.currency_code === payment.currency ? parseDecimal(wallet.balance) : null;
	const amount = minorOf(payment.amount);
	if (wallet === null || balance === null) {
		const cause = wallet === null ? "no_wallet" : "unreadable";
		const retryMs = await beginWait(system, payment, { kind: "balance_unread", cause }, timing);
		return { result: "wait", why: "balance_unread", retryMs };
	}
	// Should the answer get lost, this is the balance from before.
	const [{ amountMinor: reserved }] = await Promise.all([
		payoutsOnTheWire(system.database, payment),
		keepAnswer(system, payment.currency, wallet),
		endWait(system, payment),
	]);
	return balance - reserved >= amount ? { result: "go" } : notSent("not_sent_balance_low");
}

/** Keys refused: sending stops, and the payout waits for the admin. Whatever else it is, the payout waits for it to pass. */
async function balanceUnread(
	system: SystemContext,
	payment: PaymentRow,
	fault: ServiceError,
	timing: Timing,
): Promise<Preflight> {
	const at = system.clock.now();
	if (refusesKeys(fault.status)) {
		const cause = { httpStatus: fault.status, paymentId: payment.id };
		await system.database.transaction().execute((trx) => stopSending(trx, at, cause));
		return { result: "wait", why: "stopped" };
	}
	const kind = waitKindOf(fault);
	const { code: cause, words, retryAfterSeconds } = fault;
	const retryMs = await beginWait(system, payment, { kind, cause, words, retryAfterSeconds }, timing);
	return { result: "wait", why: kind, retryMs };
}

function approvalsMissing(lapsed: readonly string[]): Preflight {
	if (lapsed.length === 0) return { result: "approvals_missing", content: { event: "approvals_missing" } };
	const details = { people: [...lapsed] };
	return { result: "approvals_missing", content: { event: "approvals_lapsed", details } };
}

function notSent(event: Obstacle | "not_sent_facts_changed" | "not_sent_balance_low"): Preflight {
	return { result: "not_sent", told: { event } };
}

/** A transaction of the seed, from its plan to its history, before it has a reference. */

import { minorOf, toDecimal } from "#lib/money.ts";
import type { Flow } from "#lib/payments/flows.ts";
import { feeOf } from "#server/sandbox/ledger/fees.ts";
import { AMOUNTS, type PurposeKind } from "#server/sandbox/seed/business.ts";
import type { Party } from "#server/sandbox/seed/parties.ts";
import type { Random } from "#server/sandbox/seed/random.ts";
import type { TransactionKind } from "#server/sandbox/tables.ts";
import type { FailureCode } from "#server/sandbox/transactions/outcomes.ts";
import { payerDelayMs, SETTLE_MS } from "#server/sandbox/transactions/payer-delay.ts";

interface SeedHistoryEntry {
	status: string;
	source: "operator";
	at: Date;
}

interface SeedPurpose {
	kind: PurposeKind;
	party: string;
	note: string;
}

export interface SeedTransaction {
	reference: string;
	/** Has the form of a ULID of its time. */
	opaqueId: string;
	type: TransactionKind;
	status: "pending" | "success" | "failed" | "expired";
	/** Two-decimal text, like the fee. */
	amount: string;
	fee: string;
	currency: string;
	operator: string;
	operatorName: string;
	country: string;
	/** E.164 with the plus sign. */
	phoneNumber: string;
	/** Deposits only. */
	flow: Flow | null;
	createdAt: Date;
	processedAt: Date | null;
	/** Expiry of an open deposit; null for payouts and stuck deposits. */
	expiresAt: Date | null;
	/** Oldest first. */
	history: SeedHistoryEntry[];
	purpose: SeedPurpose;
}

export type Draft = Omit<SeedTransaction, "reference">;

export interface DraftPlan {
	type: TransactionKind;
	currency: string;
	party: Party;
	purpose: SeedPurpose;
	createdAt: Date;
	result: "success" | "expired" | "open" | "stuck" | FailureCode;
	amountUnits?: bigint;
}

export function makeDraft(random: Random, plan: DraftPlan): Draft {
	const { operator } = plan.party;
	const amountMinor = (plan.amountUnits ?? drawAmount(random, plan.purpose.kind)) * 100n;
	const processedAt = endOf(random, plan);
	const windowEnd = new Date(plan.createdAt.getTime() + operator.windowMinutes * 60_000);
	return {
		opaqueId: ulidAt(random, plan.createdAt),
		type: plan.type,
		status: statusOf(plan.result),
		amount: toDecimal(amountMinor),
		fee: toDecimal(feeOf(plan.type, amountMinor, plan.currency)),
		currency: plan.currency,
		operator: operator.code,
		operatorName: operator.name,
		country: operator.country,
		phoneNumber: plan.party.phoneNumber,
		flow: plan.type === "deposit" ? operator.flow : null,
		createdAt: plan.createdAt,
		processedAt,
		expiresAt: plan.type === "deposit" && plan.result !== "stuck" ? windowEnd : null,
		history: historyOf(plan, processedAt),
		purpose: plan.purpose,
	};
}

/** Amount that a transaction adds to or takes from the wallet, in hundredths, fee included. */
export function totalMinor(draft: Pick<Draft, "type" | "amount" | "fee">): bigint {
	const amount = minorOf(draft.amount);
	const fee = minorOf(draft.fee);
	return draft.type === "deposit" ? amount - fee : amount + fee;
}

function drawAmount(random: Random, kind: PurposeKind): bigint {
	const { least, most, step } = random.weighted(AMOUNTS[kind]);
	return BigInt(random.between(Math.ceil(least / step), Math.floor(most / step)) * step);
}

function statusOf(result: DraftPlan["result"]): SeedTransaction["status"] {
	if (result === "success" || result === "expired") return result;
	return result === "open" || result === "stuck" ? "pending" : "failed";
}

function endOf(random: Random, plan: DraftPlan): Date | null {
	const later = (ms: number) => new Date(plan.createdAt.getTime() + Math.round(ms));
	const windowMs = plan.party.operator.windowMinutes * 60_000;
	if (plan.result === "open" || plan.result === "stuck") return null;
	if (plan.result === "expired") return later(windowMs);
	if (plan.type === "withdrawal") {
		if (plan.result === "success" && random.chance(0.74)) return later(random.between(1, 900));
		return later(random.between(2_000, 40_000) * (plan.result === "success" ? 1 : 2));
	}
	const { flow } = plan.party.operator;
	return later(Math.min(payerDelayMs(flow, random.next) + SETTLE_MS[flow], windowMs * 0.95));
}

function historyOf(plan: DraftPlan, processedAt: Date | null): SeedHistoryEntry[] {
	const entry = (status: string, at: Date): SeedHistoryEntry => ({ status, source: "operator", at });
	const begun = entry("pending", plan.createdAt);
	if (!processedAt) return [begun];
	const status = statusOf(plan.result);
	if (status !== "failed") return [begun, entry(status, processedAt)];
	return [begun, entry(plan.result, new Date(processedAt.getTime() - 1)), entry(status, processedAt)];
}

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

function ulidAt(random: Random, at: Date): string {
	let time = at.getTime();
	let text = "";
	for (let place = 0; place < 10; place += 1) {
		text = (LETTERS[time % 32] ?? "") + text;
		time = Math.floor(time / 32);
	}
	return text + randomLetters(random, 16);
}

export function randomLetters(random: Random, length: number): string {
	return Array.from({ length }, () => LETTERS[random.between(0, 31)]).join("");
}

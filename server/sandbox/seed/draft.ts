/** A generated transaction with its history, before it has a reference. */

import type { Selectable } from "kysely";
import { minorOf, toDecimal } from "#lib/money.ts";
import { feeOf } from "#server/sandbox/ledger/fees.ts";
import { AMOUNTS, type PurposeKind } from "#server/sandbox/seed/business.ts";
import type { Party } from "#server/sandbox/seed/parties.ts";
import type { Random } from "#server/sandbox/seed/random.ts";
import type { TransactionKind, TransactionTable } from "#server/sandbox/tables.ts";
import { type FailureCode, payerDelayMs, SETTLE_MS } from "#server/sandbox/transactions/outcomes.ts";
import type { HistoryRow } from "#server/sandbox/transactions/wire-answers.ts";

interface SeedPurpose {
	kind: PurposeKind;
	party: string;
	note: string;
}

type SeedRow = Omit<
	Selectable<TransactionTable>,
	"metadata" | "answered_at" | "otp_code" | "wrong_tries" | "unordered"
>;

/** `expires_at` is null for payouts and stuck deposits; `history` is oldest first. */
export interface SeedTransaction extends SeedRow {
	history: HistoryRow[];
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
	const processed_at = endOf(random, plan);
	const windowEnd = new Date(plan.createdAt.getTime() + operator.windowMinutes * 60_000);
	return {
		opaque_id: ulidAt(random, plan.createdAt),
		kind: plan.type,
		status: statusOf(plan.result),
		amount: toDecimal(amountMinor),
		fee: toDecimal(feeOf(plan.type, amountMinor, plan.currency)),
		currency: plan.currency,
		operator: operator.code,
		operator_name: operator.name,
		country: operator.country,
		phone_number: plan.party.phoneNumber,
		flow: plan.type === "deposit" ? operator.flow : null,
		created_at: plan.createdAt,
		processed_at,
		expires_at: plan.type === "deposit" && plan.result !== "stuck" ? windowEnd : null,
		history: historyOf(plan, processed_at),
		purpose: plan.purpose,
	};
}

/** Returns the amount, in hundredths and with the fee, that a deposit adds to the wallet or a payout takes from it. */
export function totalMinor(draft: Pick<Draft, "kind" | "amount" | "fee">): bigint {
	const amount = minorOf(draft.amount);
	const fee = minorOf(draft.fee);
	return draft.kind === "deposit" ? amount - fee : amount + fee;
}

function drawAmount(random: Random, kind: PurposeKind): bigint {
	const { least, most, step } = random.weighted(AMOUNTS[kind]);
	return BigInt(random.between(Math.ceil(least / step), Math.floor(most / step)) * step);
}

function statusOf(result: DraftPlan["result"]): "success" | "expired" | "pending" | "failed" {
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

function historyOf(plan: DraftPlan, processedAt: Date | null): HistoryRow[] {
	const entry = (status: string, at: Date): HistoryRow => ({ status, source: "operator", at });
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

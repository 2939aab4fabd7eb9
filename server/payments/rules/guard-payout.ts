import { sql } from "kysely";
import type { PayoutRequest, ReadPayoutRequest } from "#lib/contracts/payment-request.ts";
import type { LimitUse } from "#lib/contracts/payout-rule.ts";
import { isOtherForm } from "#lib/countries.ts";
import { minorOf } from "#lib/money.ts";
import { type Approvers, approversFor, brokenLimit, decidingAmount } from "#lib/payments/payout-rules.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { findDuplicates } from "#server/payments/rules/find-duplicates.ts";
import { readLimitUses } from "#server/payments/rules/limit-use.ts";
import { readPayoutRule } from "#server/payments/rules/payout-rule.ts";
import { readLeastApprovers } from "#server/payments/rules/read-approvals.ts";
import { resolveNumbers } from "#server/recipients/resolve-numbers.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface GuardedPayout {
	body: Pick<ReadPayoutRequest, "amount" | "currency" | "destination" | "duplicate">;
	makerId: string;
	/** The original request time: a correction does not move the payout to another day. */
	askedAt: Date;
	corrected?: PaymentRow;
}

export interface Admission {
	/** The number of approvers that a new payout needs; a correction reads it again after it is saved. */
	approvers: Approvers;
	duplicate: { of: string[]; reason: string } | null;
}

/**
 * Serializes requests per maker and per number, so that checks of limits and duplicates hold until commit. The fixed order prevents
 * deadlocks. A batch locks no numbers: PostgreSQL holds only some thousand locks, and approval and permit check the numbers again.
 */
export async function lockMakerAndNumber(
	trx: DatabaseTransaction,
	{ environment, makerId, number }: { environment: string; makerId: string; number?: string },
): Promise<void> {
	const ofNumber = number === undefined ? [] : [`number:${environment}:${number}`];
	for (const turn of [`maker:${environment}:${makerId}`, ...ofNumber])
		await sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`.execute(trx);
}

/** Call after `lockMakerAndNumber`. Throws invalid_input, limit_exceeded, number_blocked, duplicate_suspected. */
export async function guardPayout(
	context: Context,
	trx: DatabaseTransaction,
	{ body, makerId, askedAt, corrected }: GuardedPayout,
): Promise<Admission> {
	const { environment, timeZone } = context.config;
	const { currency, destination: number } = body;
	// Written in another form, the number would not match in the checks of blocks, limits and duplicates.
	if (isOtherForm(number))
		throw new AppError("invalid_input", "a trunk zero or an old length", { fields: { destination: "invalid" } });
	const amountMinor = minorOf(body.amount);
	const rule = await readPayoutRule(trx, currency);
	const except = corrected?.id;
	const question = { environment, currency, makerId, number, at: askedAt, timeZone, except };
	const broken = brokenLimit(await readLimitUses(trx, rule, question), amountMinor);
	if (broken) throw limitExceeded(broken);
	if ((await resolveNumbers(trx, { environment, numbers: [number] })).get(number)?.blocked)
		throw new AppError("number_blocked", "the number is blocked", { fields: { destination: "number_blocked" } });
	const facts = { environment, currency, phone_number: number, amount: body.amount };
	const found = await findDuplicates(trx, facts, { at: context.clock.now(), except });
	const deciding = decidingAmount(body.amount, corrected?.amount, corrected?.highest_amount);
	const least = await readLeastApprovers(trx, { ...facts, id: "", maker_id: makerId });
	return { approvers: least(approversFor(rule, deciding)), duplicate: confirmed(found, body.duplicate) };
}

export function limitExceeded(limit: LimitUse): AppError {
	return new AppError("limit_exceeded", `over the limit ${limit.kind}`, {
		...{ fields: { amount: `limit_${limit.kind}` }, limit },
	});
}

/** A reason covers only the payments seen when it was typed; a newer duplicate must be confirmed too. */
function confirmed(found: readonly string[], given: PayoutRequest["duplicate"]): Admission["duplicate"] {
	if (found.length === 0) return null;
	if (given && found.every((id) => given.of.includes(id))) return { of: [...found], reason: given.reason };
	throw new AppError("duplicate_suspected", `${found.length} payouts of this number and amount`, { payments: found });
}

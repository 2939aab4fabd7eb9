/** Takes the steps that deposits and payouts share. One idempotency key makes one payment, even under parallel requests. */
import { sql } from "kysely";
import { ulid } from "ulid";
import type { Payment } from "#lib/contracts/payment.ts";
import type { ReadPayoutRequest } from "#lib/contracts/payment-request.ts";
import { type Decimal, minorOf, toPlainDigits } from "#lib/money.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { Flow } from "#lib/payments/flows.ts";
import { recheckPermission } from "#server/access/recheck-permission.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { requireKey } from "#server/parse-input.ts";
import { recordPaymentEvent, recordPaymentEvents } from "#server/payment-records/move-payment.ts";
import type { PaymentRow } from "#server/payment-records/payment-summary.ts";
import { addSendJob } from "#server/payment-records/send-job.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { factsDigest, orderDigest, requestDigest } from "#server/payments/rules/digests.ts";
import type { Database, DatabaseTransaction } from "#server/store/database.ts";

export interface PaymentOrder {
	kind: PaymentKind;
	/** The parsed body; the idempotency key is bound to its digest. */
	body: { amount: Decimal; currency: string; operator: string; country: string };
	phoneNumber: string;
	note: string | null;
	metadata: Record<string, string> | null;
}

export interface KeyedOrder extends PaymentOrder {
	key: string;
	digest: string;
}

export interface Admitted {
	operator: ChosenOperator;
	waits: boolean;
	duplicate: { of: string[]; reason: string } | null;
	at: Date;
}

export function underKey(order: PaymentOrder, idempotencyKey: string | null): KeyedOrder {
	const key = requireKey(idempotencyKey);
	// "45000" and "45000.00" are the same request.
	const body = { ...order.body, amount: toPlainDigits(minorOf(order.body.amount)) };
	// guard: one-key-one-payment
	return { ...order, key, digest: requestDigest(order.kind, body) };
}

/** Step 1: returns the payment that this key already made. Throws idempotency_key_reused for the same key with another body. */
export async function findStarted(context: Context, { kind, key, digest }: KeyedOrder): Promise<Payment | null> {
	const row = await findByKey(context.database, context.member.id, key);
	if (!row) return null;
	if (row.request_digest !== digest) throw new AppError("idempotency_key_reused", "the key was used with another body");
	return readPayment(context, { kind, id: row.id });
}

export async function findByKey(database: Database, makerId: string, key: string) {
	return database
		.selectFrom("payment")
		.select(["id", "request_digest"])
		.where("maker_id", "=", makerId)
		.where("idempotency_key", "=", key)
		.executeTakeFirst();
}

/** Step 2, in the admitting transaction: skips the insert when a parallel request with the same key was first. */
export async function keepStarted(
	context: Context,
	trx: DatabaseTransaction,
	order: KeyedOrder,
	admitted: Admitted,
): Promise<void> {
	await recheckPermission(context, trx, order.kind === "payout" ? "payout.request" : "deposit.start");
	const row = await insertPayment(context, trx, order, admitted);
	if (!row) return;
	const { at } = admitted;
	const by = { member: context.member.id };
	await recordPaymentEvent(trx, at, row, { event: order.kind === "payout" ? "requested" : "started", by });
	await recordDuplicates(trx, at, [{ row, duplicate: admitted.duplicate }]);
	if (!admitted.waits) await addSendJob(trx, row);
}

/** Step 3: reads the payment back, whichever request inserted it. */
export async function readStarted(context: Context, order: KeyedOrder): Promise<Payment> {
	const payment = await findStarted(context, order);
	if (payment === null) throw new Error("no payment has this key after the insert");
	return payment;
}

/** Records all at once, because the transaction holds the audit turn from the first entry until its commit. */
export async function recordDuplicates(
	trx: DatabaseTransaction,
	at: Date,
	payouts: readonly { row: PaymentRow; duplicate: { of: readonly string[]; reason: string } | null | undefined }[],
	memberId?: string,
): Promise<void> {
	const events = payouts.flatMap(({ row: payment, duplicate }) => {
		if (!duplicate) return [];
		const by = { member: memberId ?? payment.maker_id };
		const details = { earlier: [...duplicate.of] };
		return [{ payment, happening: { event: "confirmed_duplicate" as const, by, note: duplicate.reason, details } }];
	});
	await recordPaymentEvents(trx, at, events);
}

interface ChosenOperator {
	name: string;
	flow: Flow;
}

export async function readOperator(
	context: Context,
	trx: DatabaseTransaction,
	body: Pick<PaymentOrder["body"], "currency" | "operator" | "country">,
): Promise<ChosenOperator> {
	if (!context.config.walletCurrencies.includes(body.currency)) {
		throw new AppError("wallet_unknown", `no wallet in ${body.currency}`, { fields: { currency: "wallet_unknown" } });
	}
	const operator = await trx
		.selectFrom("operator")
		.select(["name", "flow"])
		.where("code", "=", body.operator)
		.where("country", "=", body.country)
		.where("currency", "=", body.currency)
		.where("enabled", "=", true)
		.executeTakeFirst();
	if (operator) return operator;
	throw new AppError("operator_unknown", "no such operator in use for this country and currency", {
		fields: { operator: "operator_unknown" },
	});
}

/**
 * Requires and spends a fresh proof, bound to these facts; call it in the writing transaction. `of` and `version`: the idempotency key
 * and 0 for a new payout, the id and version of a corrected one. Throws `step_up_needed`.
 */
export async function requireRequester(
	context: Context,
	trx: DatabaseTransaction,
	{ amount, currency, operator, country, destination: phoneNumber }: ReadPayoutRequest,
	{ of, version }: { of: string; version: number },
): Promise<void> {
	const order = { of, version, amount, currency, operator, country, phoneNumber };
	await context.presence.spend(trx, { purpose: "request", order }, [orderDigest(order)]);
}

/** SQL: the name of the recipient with this number; null when the book has none. */
export function nameInBook(number: string) {
	return sql<string>`(select name from recipient where number = ${number} and archived_at is null)`;
}

async function insertPayment(
	context: Context,
	trx: DatabaseTransaction,
	order: KeyedOrder,
	{ operator, waits, duplicate, at }: Admitted,
): Promise<PaymentRow | undefined> {
	const id = ulid(at.getTime());
	const facts = {
		kind: order.kind,
		amount: order.body.amount,
		currency: order.body.currency,
		operator: order.body.operator,
		country: order.body.country,
		phone_number: order.phoneNumber,
	};
	return trx
		.insertInto("payment")
		.values({
			...facts,
			id,
			state: waits ? "awaiting_approval" : "approved",
			environment: context.config.environment,
			operator_name: operator.name,
			flow: order.kind === "deposit" ? operator.flow : null,
			recipient_name: nameInBook(order.phoneNumber),
			note: order.note,
			metadata: order.metadata === null ? null : JSON.stringify(order.metadata),
			idempotency_key: order.key,
			request_digest: order.digest,
			maker_id: context.member.id,
			approved_facts: waits ? null : factsDigest(facts),
			duplicate_of: duplicate && JSON.stringify(duplicate.of),
			duplicate_reason: duplicate?.reason ?? null,
			opaque_id: id,
			created_at: at,
		})
		.onConflict((conflict) => conflict.columns(["maker_id", "idempotency_key"]).doNothing())
		.returningAll()
		.executeTakeFirst();
}

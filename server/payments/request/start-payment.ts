/** The step that both starts share: one payment for one idempotency key, however often and however parallel it is asked for. */
import { ulid } from "ulid";
import type { Flow } from "#lib/contracts/operator.ts";
import { idempotencyKeySchema, type Payment } from "#lib/contracts/payment.ts";
import { minorOf, toDecimal } from "#lib/money.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { recordHappening } from "#server/payments/move-payment.ts";
import type { PaymentRow } from "#server/payments/payment-line.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { factsDigest, requestDigest } from "#server/payments/rules/facts.ts";
import { addSendJob } from "#server/payments/send-job.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";

export interface PaymentOrder {
	kind: PaymentKind;
	/** The parsed body, whose digest the idempotency key is bound to. */
	body: { amount: string; currency: string; operator: string; country: string };
	phoneNumber: string;
	note: string | null;
	metadata: Record<string, string> | null;
	idempotencyKey: string | null;
	/** Asked only when the payment is really made; null when one with this key has just been made. */
	admit(trx: DatabaseTransaction, at: Date, key: string): Promise<Admitted | null>;
}

interface Admitted {
	/** For approval. */
	waits: boolean;
	/** Earlier payments of the same number and amount, and why all the same. */
	duplicate: { of: string[]; reason: string } | null;
}

/** Throws wallet_unknown, operator_unknown, idempotency_key_missing, idempotency_key_reused, and what `admit` throws. */
export async function startPayment(context: Context, order: PaymentOrder): Promise<Payment> {
	const key = idempotencyKeySchema.safeParse(order.idempotencyKey);
	if (!key.success) throw new AppError("idempotency_key_missing", "no usable Idempotency-Key");
	const digest = requestDigest(order.kind, order.body);
	const earlier = await findEarlier(context, key.data, digest);
	const id = earlier ?? (await insertOnce(context, order, key.data, digest));
	return readPayment(context, { kind: order.kind, id });
}

/** The id of the payment that this key already made; the same key with another body is refused. */
async function findEarlier(context: Context, key: string, digest: string): Promise<string | null> {
	const row = await context.database
		.selectFrom("payment")
		.select(["id", "request_digest"])
		.where("maker_id", "=", context.member.id)
		// guard: one-key-one-payment
		.where("idempotency_key", "=", key)
		.executeTakeFirst();
	if (!row) return null;
	if (row.request_digest !== digest) throw new AppError("idempotency_key_reused", "the key was used with another body");
	return row.id;
}

async function insertOnce(context: Context, order: PaymentOrder, key: string, digest: string): Promise<string> {
	const at = context.clock.now();
	const inserted = await context.database.transaction().execute(async (trx) => {
		const operator = await readOperator(context, trx, order);
		const admitted = await order.admit(trx, at, key);
		const row = admitted && (await insertPayment(context, trx, { order, operator, ...admitted, key, digest, at }));
		if (!row) return null;
		const by = { member: context.member.id };
		await recordHappening(trx, at, row, { event: order.kind === "payout" ? "requested" : "started", by });
		if (admitted.duplicate) await recordDuplicate(trx, at, row, admitted.duplicate);
		if (!admitted.waits) await addSendJob(trx, row);
		return row.id;
	});
	const id = inserted ?? (await findEarlier(context, key, digest));
	if (id === null) throw new Error("a payment neither was inserted nor stood in the way");
	return id;
}

/** In the member's own words, with the payments that they had seen. */
export async function recordDuplicate(
	trx: DatabaseTransaction,
	at: Date,
	row: PaymentRow,
	{ of, reason }: { of: readonly string[]; reason: string },
	memberId = row.maker_id,
): Promise<void> {
	const details = { earlier: of.join(", ") };
	await recordHappening(trx, at, row, {
		event: "confirmed_duplicate",
		by: { member: memberId },
		note: reason,
		details,
	});
}

interface ChosenOperator {
	name: string;
	flow: Flow;
}

/** Throws wallet_unknown, operator_unknown. */
export async function readOperator(
	context: Context,
	trx: DatabaseTransaction,
	{ body }: Pick<PaymentOrder, "body">,
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

interface NewPayment extends Admitted {
	order: PaymentOrder;
	operator: ChosenOperator;
	key: string;
	digest: string;
	at: Date;
}

/** Undefined when a parallel request with the same key was first. */
async function insertPayment(
	context: Context,
	trx: DatabaseTransaction,
	{ order, operator, waits, duplicate, key, digest, at }: NewPayment,
): Promise<PaymentRow | undefined> {
	const id = ulid(at.getTime());
	const facts = {
		kind: order.kind,
		amount: toDecimal(minorOf(order.body.amount)),
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
			note: order.note,
			metadata: order.metadata === null ? null : JSON.stringify(order.metadata),
			idempotency_key: key,
			request_digest: digest,
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

/** The reckoning between two looks for the memory database: what lines and payments of ours account for, without learned rules. */
import { parseDecimal } from "#lib/money.ts";
import { transactionTypeOf } from "#lib/payment-state.ts";
import { OPEN_STATES, OWED_STATES } from "#server/reconciliation/payment-claims.ts";
import type { Reckoning, Span } from "#server/reconciliation/proof/reckon-since.ts";
import type { WalletKey } from "#server/reconciliation/read-facts.ts";
import type { Database } from "#server/store/database.ts";

/** The look before a permit is kept a moment before it. */
const LOOK_BEFORE_PERMIT_MS = 60_000;
const PAYOUT = transactionTypeOf("payout");

/** Stands in for server/reconciliation/proof/reckon-since.ts. */
export async function reckonSince(store: Database, wallet: WalletKey, { from }: Span): Promise<Reckoning | null> {
	const { environment, currency } = wallet;
	const looks = await store
		.selectFrom("wallet_look")
		.selectAll()
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.orderBy("id")
		.execute();
	const before = looks.findLast(
		(look) => look.balance === from.balance && look.first_fetched_at.getTime() === from.firstFetchedAt.getTime(),
	);
	const now = looks.at(-1);
	if (!before || !now) return null;
	const lines = await store
		.selectFrom("movement")
		.selectAll()
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where("withdrawn_at", "is", null)
		.where("created_at", ">", before.updated_at)
		.where("created_at", "<=", now.updated_at)
		.execute();
	const sum = lines.reduce(
		(total, { type, amount, fee }) => total + (type === PAYOUT ? -(minor(amount) + minor(fee)) : minor(amount)),
		0n,
	);
	const gap = minor(now.balance) - minor(before.balance) - sum;
	const unlined = await readUnlined(store, wallet, before.kept_at, lines);
	const amountsOf = (kind: "payout" | "deposit") =>
		unlined.filter((payment) => payment.kind === kind).map(({ amount }) => minor(amount));
	return {
		isEven: gap === 0n,
		gap,
		open: amountsOf("payout").map((amount) => ({ amount, mostFee: (amount * 3n) / 100n })),
		rises: amountsOf("deposit"),
	};
}

/** Payments that may have moved money since the look, as far as no line of their amount is left for them. */
async function readUnlined(
	store: Database,
	{ environment, currency }: WalletKey,
	lookedAt: Date,
	lines: readonly { type: string; amount: string }[],
): Promise<{ kind: "payout" | "deposit"; amount: string }[]> {
	const payments = await store
		.selectFrom("payment")
		.leftJoin("attempt", "attempt.payment_id", "payment.id")
		.select(["kind", "amount", "attempt.permitted_at"])
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where("state", "in", [...OWED_STATES, ...OPEN_STATES])
		.execute();
	const left = lines.map(({ type, amount }) => `${type} ${amount}`);
	const since = lookedAt.getTime() - LOOK_BEFORE_PERMIT_MS;
	return payments.filter(({ kind, amount, permitted_at: at }) => {
		const place = left.indexOf(`${transactionTypeOf(kind)} ${amount}`);
		if (place >= 0) left.splice(place, 1);
		return place < 0 && (at === null || at.getTime() >= since);
	});
}

function minor(decimal: string): bigint {
	const value = parseDecimal(decimal);
	if (value === null) throw new Error("a column of money holds something else");
	return value;
}

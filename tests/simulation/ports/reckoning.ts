/** The reckoning between two looks for the memory database: what lines and payments of ours account for, without learned rules. */
import { parseDecimal } from "#lib/money.ts";
import { MAY_HAVE_MOVED_STATES, transactionTypeOf } from "#lib/payment-state.ts";
import type { Reckoning, Span } from "#server/reconciliation/proof/reckon-since.ts";
import type { WalletKey } from "#server/reconciliation/read-candidates.ts";
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
	const { lines, sum } = await readLines(store, wallet, before.updated_at, now.updated_at);
	const gap = minor(now.balance) - minor(before.balance) - sum;
	const unlined = await readUnlined(store, wallet, before.kept_at, lines);
	const known = await takenIn(store, wallet, { unlined, looks, before });
	const amountsOf = (kind: "payout" | "deposit") =>
		unlined.filter((payment) => payment.kind === kind && !known.has(payment)).map(({ amount }) => minor(amount));
	return {
		isEven: gap === 0n,
		gap,
		open: amountsOf("payout").map((amount) => ({ amount, mostFee: (amount * 3n) / 100n })),
		rises: amountsOf("deposit"),
	};
}

/** Lines between two times of the service, and what they did to the balance. */
async function readLines(store: Database, { environment, currency }: WalletKey, after: Date, until: Date) {
	const lines = await store
		.selectFrom("movement")
		.selectAll()
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where("withdrawn_at", "is", null)
		.where("created_at", ">", after)
		.where("created_at", "<=", until)
		.execute();
	const sum = lines.reduce(
		(total, { type, amount, fee }) => total + (type === PAYOUT ? -(minor(amount) + minor(fee)) : minor(amount)),
		0n,
	);
	return { lines, sum };
}

interface Unlined {
	kind: "payout" | "deposit";
	amount: string;
	permitted_at: Date | null;
}

interface Looked {
	balance: string;
	updated_at: Date;
	kept_at: Date;
}

/** Payouts that the look had lost already: by its fall since the look before the first of them, in the order of their permits. */
async function takenIn(
	store: Database,
	wallet: WalletKey,
	{ unlined, looks, before }: { unlined: readonly Unlined[]; looks: readonly Looked[]; before: Looked },
): Promise<Set<Unlined>> {
	const sentAt = ({ permitted_at: at }: Unlined) => at?.getTime() ?? Number.POSITIVE_INFINITY;
	const earlier = unlined
		.filter((payment) => payment.kind === "payout" && sentAt(payment) <= before.kept_at.getTime())
		.sort((a, b) => sentAt(a) - sentAt(b));
	const [first] = earlier;
	const start = first && looks.findLast((look) => look.kept_at.getTime() <= sentAt(first));
	const taken = new Set<Unlined>();
	if (!start) return taken;
	const { sum } = await readLines(store, wallet, start.updated_at, before.updated_at);
	let fall = minor(start.balance) + sum - minor(before.balance);
	for (const payment of earlier) {
		if (minor(payment.amount) > fall) continue;
		fall -= minor(payment.amount);
		taken.add(payment);
	}
	return taken;
}

/** Payments that may have moved money since the look, as far as no line of their amount is left for them. */
async function readUnlined(
	store: Database,
	{ environment, currency }: WalletKey,
	lookedAt: Date,
	lines: readonly { type: string; amount: string }[],
): Promise<Unlined[]> {
	const payments = await store
		.selectFrom("payment")
		.leftJoin("attempt", "attempt.payment_id", "payment.id")
		.select(["kind", "amount", "attempt.permitted_at"])
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.where("state", "in", MAY_HAVE_MOVED_STATES)
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

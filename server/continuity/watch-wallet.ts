/**
 * Before each permit the balance just read is held against the one that was explained last, and against our own payouts since: what
 * another copy of this desk sends is seen here alone (payments.md rule 26).
 */
import { sql } from "kysely";
import { minorOf } from "#lib/money.ts";
import { MAY_HAVE_MOVED_STATES } from "#lib/payment-state.ts";
import type { SystemContext } from "#server/context.ts";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import { coversFall, type Possible } from "#server/continuity/covers-fall.ts";
import { keepProved, type Reach, readProved } from "#server/continuity/proved-wallet.ts";

interface Wallet {
	environment: string;
	currency: string;
}

/** Many payouts with uncertain fees would explain anything; then the lines are read. */
const MOST_OWN = 20;

/**
 * True when everything that left is ours. Otherwise opens a gap: a waiting payout may have left elsewhere, and the proof of the
 * wallet reads its lines before one leaves.
 */
export async function isWalletOurs(system: SystemContext, wallet: Wallet): Promise<boolean> {
	const proved = await readProved(system.database, wallet);
	if (!proved) {
		await keepProved(system.database, wallet);
		return true;
	}
	// guard: fall-is-a-gap
	if (await isExplained(system, wallet, proved)) return true;
	await openGaps(system, "fall", [wallet.currency]);
	return false;
}

/** By the balance alone; money that came in may hide money that left, so lines must explain it. */
async function isExplained({ database }: SystemContext, wallet: Wallet, proved: Reach): Promise<boolean> {
	const { environment, currency } = wallet;
	const readings = database
		.selectFrom("balance_reading")
		.select(["id", "balance", "updated_at", "kept_at"])
		.where("environment", "=", environment)
		.where("currency", "=", currency)
		.orderBy("id", "desc")
		.limit(1);
	const [before, now] = await Promise.all([
		readings.where("id", "<=", proved.reading_id).executeTakeFirst(),
		readings.executeTakeFirst(),
	]);
	if (!now) return false;
	// Nothing waited here before the first reading.
	if (!before) await keepProved(database, wallet, { readingId: now.id });
	if (!before || before.id === now.id) return true;
	const { rows: own } = await sql<{ amount: string }>`
		select payment.amount from payment join attempt on attempt.payment_id = payment.id
		where payment.environment = ${environment} and payment.currency = ${currency} and payment.kind = 'payout'
			and payment.state = any(${[...MAY_HAVE_MOVED_STATES]}::text[]) and attempt.permitted_at > ${before.kept_at}::timestamptz
		limit ${MOST_OWN + 1}`.execute(database);
	const fall = minorOf(before.balance) - minorOf(now.balance);
	// Something moved, and the same amount the other way.
	if (own.length === 0 && before.updated_at.getTime() !== now.updated_at.getTime()) return false;
	if (fall < 0n || own.length > MOST_OWN) return false;
	const possible: Possible[] = own.map(({ amount }) => ({
		amount: minorOf(amount),
		mostFee: (minorOf(amount) * 3n) / 100n,
	}));
	if (!coversFall(fall, possible)) return false;
	// While one of them may still take its money, each must explain a fall only once.
	const least = possible.reduce((sum, { amount }) => sum + amount, 0n);
	if (fall >= least) await keepProved(database, wallet, { readingId: now.id });
	return true;
}

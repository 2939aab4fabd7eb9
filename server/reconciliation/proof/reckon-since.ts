/** The reckoning of the daily proof, from one look to now: how much of a balance's fall no line shows. */
import { sql } from "kysely";
import { dayOf } from "#lib/dates.ts";
import type { AmountMinor } from "#lib/money.ts";
import { transactionTypeOf } from "#lib/payment-state.ts";
import { chooseRule } from "#server/reconciliation/proof/choose-rule.ts";
import { openingOf, readKeptBefore, standingRule } from "#server/reconciliation/proof/kept-days.ts";
import { heldAt, type Opening } from "#server/reconciliation/proof/prove-chain.ts";
import { readChainFacts } from "#server/reconciliation/proof/prove-stretch.ts";
import { type Look, minor, readLooks } from "#server/reconciliation/proof/wallet-facts.ts";
import type { Store, WalletKey } from "#server/reconciliation/read-facts.ts";

/** The look that the reckoning begins with. */
export interface FirstLook {
	balance: string;
	firstFetchedAt: Date;
}

export interface Reckoning {
	/** Of the balance, that lines and payouts on their way do not account for; negative: money is gone. */
	gap: AmountMinor;
	/** The same with the payouts that have a line alone: what those without one may explain. */
	gapWithoutOpen: AmountMinor;
	/** Payouts without a line that may be in the balance, with the most that the service takes besides. */
	open: { paymentId: string; amount: AmountMinor; mostFee: AmountMinor }[];
}

export interface Span {
	from: FirstLook;
	/** When the mirror was level. */
	until: Date;
	/** Looks after it help to read the last one. */
	beyond: Date;
	timeZone: string;
}

/** Null when the look cannot be compared with a later one. */
export async function reckonSince(store: Store, wallet: WalletKey, span: Span): Promise<Reckoning | null> {
	const { from, until, beyond, timeZone } = span;
	// Days that were proved before tell how the service counts fees, and what was taken off before its line came.
	const before = await readKeptBefore(store, wallet, dayOf(from.firstFetchedAt, timeZone));
	const opening = openingOf(before);
	const start = opening ? new Date(opening.seenAt) : from.firstFetchedAt;
	const ask = { opening, from: start, until, beyond, standing: standingRule(before), mayBeCut: false, unreadable: 0 };
	const looks = await readLooks(store, wallet, start, beyond);
	const facts = await readChainFacts(store, wallet, ask, looks);
	if (!facts) return null;
	const { chain } = chooseRule(facts, ask.standing);
	const first = placeOf(looks, opening, from);
	const last = facts.points.findLastIndex(({ seenAt }) => seenAt <= +until);
	const [begin, end] = [chain.chosen[first], chain.chosen[last]];
	if (first < 0 || last < first || !begin || !end) return null;
	const [open, lined] = [heldAt(facts, chain.rule, begin.hold), heldAt(facts, chain.rule, 1)];
	const atEnd = heldAt(facts, chain.rule, end.hold);
	const gap = end.residual - begin.residual;
	const isFeeKnown = await hasLines(store, wallet);
	return {
		gap,
		gapWithoutOpen: gap + atEnd(end.at) - open(begin.at) - (lined(end.at) - lined(begin.at)),
		open: facts.ways
			.filter(({ fee, until: ended, from: sent }) => fee === null && sent <= end.at && ended > begin.at)
			.map(({ paymentId, type, amount }) => ({
				paymentId,
				amount,
				mostFee: isFeeKnown ? facts.tariff(type, amount) + UNIT : (amount * 3n) / 100n,
			})),
	};
}

const UNIT = 100n;

/** The look among the points, of which the opening is the first. */
function placeOf(looks: readonly Look[], opening: Opening | null, { balance, firstFetchedAt }: FirstLook): number {
	const seen = looks.filter(({ lastAt }) => !opening || lastAt > opening.seenAt);
	const sum = minor(balance);
	const place = seen.findIndex((look) => look.firstAt === firstFetchedAt.getTime() && look.balance === sum);
	if (!opening) return place;
	return place < 0 ? 0 : place + 1;
}

/** Without one line of a payout nobody knows what the service takes. */
async function hasLines(store: Store, wallet: WalletKey): Promise<boolean> {
	const { rows } =
		await sql`select from movement where environment = ${wallet.environment} and currency = ${wallet.currency}
		and type = ${transactionTypeOf("payout")} limit 1`.execute(store);
	return rows.length > 0;
}

/** A wallet after the end of March 2026: a payout on the first day, and a balance reading on each day. */
import type { MonthCloseDecision, Statement } from "#lib/contracts/statement.ts";
import type { Context } from "#server/context.ts";
import { decideMonthClose } from "#server/statements/decide-month-close.ts";
import { readStatement } from "#server/statements/read-statement.ts";
import { BEGIN, CURRENCY, DAY, HOUR, openReconciledWallet } from "#tests/support/wallet/reconciled-wallet.ts";

export const MARCH = { from: "2026-03-01", to: "2026-03-31" };
export const APRIL = { from: "2026-04-01", to: "2026-04-30" };

/** The figures that a closed month keeps. */
export const figuresOf = ({
	monthClosing: _closing,
	syncedAt: _synced,
	isComplete: _complete,
	...figures
}: Statement) => figures;

interface MonthFacts {
	/** Missing in the second reading, besides the payout. */
	spent?: number;
	/** Days of the month, from 2 to 31, on which nobody reads the balance. */
	unread?: readonly number[];
	/** Money without a line, before the reading of this day; 32 is in April. */
	came?: { amount: number; before: number };
	/** The day on which a payout leaves that stays pending; its money leaves at once, after the day's first reading. */
	pendingOn?: number;
}

export async function openMonth(facts: MonthFacts = {}) {
	const { spent = 0, unread = [], pendingOn } = facts;
	const { came = pendingOn ? { amount: -5050, before: pendingOn + 1 } : { amount: 0, before: 32 } } = facts;
	const wallet = await openReconciledWallet();
	const { look, pay, line, clock, pool } = wallet;
	const reconcile = async (afterMs = 0) => {
		const result = await wallet.reconcile(afterMs);
		// The database notes late lines by its own clock.
		await pool.query("update statement_late_line set noted_at = $1 where noted_at > $1", [clock.now()]);
		return result;
	};
	const restOn = (day: number) => `${94_950 - spent + (day < came.before ? 0 : came.amount)}.00`;
	await look("100000.00", BEGIN + HOUR);
	const payoutId = await pay({ at: BEGIN + 2 * HOUR });
	await line({ at: BEGIN + 2 * HOUR + 2_000 });
	for (let day = 1; day <= 31; day += 1)
		if (!unread.includes(day)) await look(restOn(day), BEGIN + (day - 1) * DAY + 3 * HOUR);
	const pendingId = pendingOn && (await pay({ at: BEGIN + (pendingOn - 1) * DAY + 5 * HOUR, state: "pending" }));
	if (pendingOn)
		for (let day = pendingOn; day <= 33; day += 1) await look(restOn(32), BEGIN + (day - 1) * DAY + 6 * HOUR);
	clock.advance(33 * DAY);
	await look(restOn(32), BEGIN + 33 * DAY);
	await reconcile();
	const read = (period = MARCH) => readStatement(wallet.viewer, { currency: CURRENCY, ...period });
	const decide = (
		by: Context,
		decision: "propose" | "confirm" | "reject",
		more: Partial<Omit<MonthCloseDecision, "decision">> = {},
	) => decideMonthClose(by, { currency: CURRENCY, month: "2026-03", decision, version: 0, ...more });
	const close = async (more: Partial<Omit<MonthCloseDecision, "decision">> = {}) => {
		await decide(wallet.approver, "propose", more);
		await decide(wallet.admin, "confirm", { version: 1 });
	};
	/** A line of March that the service lists only now. */
	const lateLine = async (facts: { amount: string; at?: number }) => {
		const id = await line({ type: "deposit", fee: "0.00", at: BEGIN + 5 * DAY, ...facts });
		await reconcile();
		return id;
	};
	return { ...wallet, reconcile, payoutId, pendingId, read, decide, close, lateLine };
}

import type { JournalAccounts } from "#lib/contracts/journal.ts";
import { type AmountMinor, minorOf } from "#lib/money.ts";
import { movementDirection } from "#lib/movements/movements.ts";
import { knownEffects } from "#server/reconciliation/proof/effects.ts";
import type { Books } from "#server/statements/journal-accounts.ts";
import type { StatementLine } from "#server/statements/statement-lines.ts";

export interface Booking {
	account: string;
	isFee: boolean;
	debit: AmountMinor;
	credit: AmountMinor;
}

/**
 * Books a line with equal debit and credit. The wallet's account changes as the balance did, so a fee inside the amount, which the
 * other party bears, is not booked. Returns nothing for a type without a sign, whose effect is unknown.
 */
export function bookLine({ rule, ...accounts }: Books, line: StatementLine): Booking[] {
	const [amount, fee] = [minorOf(line.amount), minorOf(line.fee)];
	const effectOf = knownEffects(rule);
	const [effect, withoutFee] = [effectOf(line.type, amount, fee), effectOf(line.type, amount, 0n)];
	if (effect === null || withoutFee === null) return [];
	const bookings = [
		booking(accounts.wallet, effect),
		booking(accounts.fees, withoutFee - effect, true),
		booking(accountOf(accounts, line), -withoutFee),
	];
	return bookings.filter(({ debit, credit }) => debit !== 0n || credit !== 0n);
}

function booking(account: string, value: AmountMinor, isFee = false): Booking {
	return value < 0n ? { account, isFee, debit: 0n, credit: -value } : { account, isFee, debit: value, credit: 0n };
}

function accountOf(accounts: JournalAccounts, { type, paymentId, operator, purpose }: StatementLine): string {
	if (paymentId === null) return accounts.unmatched;
	const kind = movementDirection(type) === "in" ? "deposit" : "payout";
	const words = (purpose ?? "").toLocaleLowerCase("fr");
	const rule = accounts.rules.find(
		(one) =>
			one.kind === kind &&
			(one.operator === null || one.operator === operator) &&
			(one.purpose === null || words.includes(one.purpose.toLocaleLowerCase("fr"))),
	);
	return rule?.account ?? (kind === "deposit" ? accounts.deposits : accounts.payouts);
}

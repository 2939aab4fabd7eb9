/** What comes by the clock: the queue's own schedule, so that several workers do it once. */
import { type ParsedCronItem, parseCronItems } from "graphile-worker";

/** Balances every two minutes, mirrors every five; a payment's change asks for both at once besides. */
export function walletSchedule(currencies: readonly string[]): ParsedCronItem[] {
	return parseCronItems(
		currencies.flatMap((currency) => [
			item("read_balance", currency, "*/2 * * * *"),
			item("sync_movements", currency, "*/5 * * * *"),
		]),
	);
}

/** Imported references have no hurry; each minute those that are due. */
export function importSchedule(): ParsedCronItem[] {
	return parseCronItems([
		{
			task: "look_up_imports",
			match: "* * * * *",
			identifier: "look_up_imports",
			options: { maxAttempts: 1, backfillPeriod: 0, jobKey: "look_up_imports:regular", priority: 20 },
		},
	]);
}

/** Guesses of an hour are in the record soon after its end. */
export function guessSchedule(): ParsedCronItem[] {
	return parseCronItems([
		{
			task: "tell_guesses",
			match: "*/5 * * * *",
			identifier: "tell_guesses",
			options: { maxAttempts: 1, backfillPeriod: 0, jobKey: "tell_guesses:regular", priority: 20 },
		},
	]);
}

function item(task: "read_balance" | "sync_movements", currency: string, match: string) {
	return {
		task,
		match,
		payload: { currency },
		identifier: `${task}:${currency}`,
		options: { maxAttempts: 1, backfillPeriod: 0, jobKey: `${task}:regular:${currency}`, priority: 10 },
	};
}

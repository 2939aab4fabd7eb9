import { isFilterText, isOperatorCode } from "#lib/addresses/filter-values.ts";
import { type AddressReaders, PAGE_ROWS, readAddress } from "#lib/addresses/view-address.ts";
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import { isCalendarDay } from "#lib/dates.ts";
import { isCurrency, isId } from "#lib/paths.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";
import { typedText } from "#lib/text/typed-text.ts";

const STATES: readonly string[] = ["open", ...PAYMENT_STATES];

const READERS: AddressReaders<Exclude<keyof PaymentQuery, "limit" | "sort">> = {
	state: (value) => STATES.includes(value),
	currency: isCurrency,
	operator: isOperatorCode,
	name: isFilterText,
	purpose: isFilterText,
	from: isCalendarDay,
	to: isCalendarDay,
	search: isFilterText,
	batch: (value: string) => value === "none" || /^[0-9A-Z]{26}$/.test(value),
	cursor: (value) => isId(value) || isCalendarDay(value),
};

/** Reads the filters in an address. `isWhole` is false when an invalid one was left out. `limit`: the page size of the member. */
export function readPaymentQuery(
	params: URLSearchParams,
	limit: number = PAGE_ROWS,
): { query: PaymentQuery; isWhole: boolean } {
	const typed = new URLSearchParams([...params].map(([name, value]) => [name, typedText(value)]));
	const { read, isWhole } = readAddress(typed, READERS);
	return { query: { limit, ...read } as PaymentQuery, isWhole };
}

/** The list's view as its address says it. */

import type { PaymentQuery } from "#lib/contracts/payment.ts";
import { isCalendarDay } from "#lib/dates.ts";
import { isCurrency, isId } from "#lib/paths.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";
import { typedText } from "#lib/typed-text.ts";
import { type AddressReaders, PAGE_ROWS, readAddress } from "#lib/view-address.ts";

const STATES: readonly string[] = ["open", ...PAYMENT_STATES];

const READERS: AddressReaders<Exclude<keyof PaymentQuery, "limit" | "sort">> = {
	state: (value) => STATES.includes(value),
	currency: isCurrency,
	from: isCalendarDay,
	to: isCalendarDay,
	search: (value) => value.length <= 64 && !/\p{Cc}/u.test(value),
	cursor: isId,
};

/** What can be read of an address; `isWhole` is false when something had to be left out. */
export function readPaymentQuery(params: URLSearchParams): { query: PaymentQuery; isWhole: boolean } {
	const typed = new URLSearchParams([...params].map(([name, value]) => [name, typedText(value)]));
	const { read, isWhole } = readAddress(typed, READERS);
	return { query: { limit: PAGE_ROWS, ...read } as PaymentQuery, isWhole };
}

/** The list's view as its address says it. Pure and without zod: page and browser read it alike, the route judges again. */
import type { PaymentQuery } from "#lib/contracts/payment.ts";
import { isCalendarDay } from "#lib/dates.ts";
import { isCurrency } from "#lib/paths.ts";
import { PAYMENT_STATES } from "#lib/payment-state.ts";

const PAGE_ROWS = 50;
const STATES: readonly string[] = ["open", ...PAYMENT_STATES];

const READERS: Record<string, (value: string) => boolean> = {
	state: (value) => STATES.includes(value),
	currency: isCurrency,
	from: isCalendarDay,
	to: isCalendarDay,
	search: (value) => value.length <= 64 && !/\p{Cc}/u.test(value),
	cursor: (value) => /^[A-Za-z0-9-]{1,64}$/.test(value),
};

/** What can be read of an address; `isWhole` is false when something had to be left out. */
export function readPaymentQuery(params: URLSearchParams): { query: PaymentQuery; isWhole: boolean } {
	const query: Record<string, string | number> = { limit: PAGE_ROWS };
	let isWhole = true;
	for (const [name, fits] of Object.entries(READERS)) {
		const value = params.get(name)?.trim();
		if (!value) continue;
		if (fits(value)) query[name] = value;
		else isWhole = false;
	}
	return { query: query as PaymentQuery, isWhole };
}

/** The list's address contains the payment beside the table, as `?beside=payouts/01…`. */
import { showView } from "#components/ui/view-link.tsx";

/** Same as --breakpoint-wide. */
export const WIDE = "(min-width: 100rem)";
export const PAYMENT_PATH = /^\/(deposit|payout)s\/[0-9A-Z]{26}$/;

/** Shows another payment beside the table; "" closes the pane. */
export function showDetail(path: string): void {
	const { pathname, search } = location;
	const params = new URLSearchParams(search);
	params.delete("beside");
	const query = [params, path && `beside=${path.slice(1)}`].filter(String).join("&");
	showView(query ? `${pathname}?${query}` : pathname);
}

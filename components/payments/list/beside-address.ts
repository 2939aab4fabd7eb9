/** Which payment stands beside a table: in the address of the list, as `?beside=payouts/01…`. */
import { showView } from "#components/ui/view-link.tsx";

/** As --breakpoint-wide. */
export const WIDE = "(min-width: 100rem)";
export const PAYMENT_PATH = /^\/(deposit|payout)s\/[0-9A-Z]{26}$/;

/** Another payment beside the table of this page; none for "". */
export function showBeside(path: string): void {
	const { pathname, search } = location;
	const params = new URLSearchParams(search);
	params.delete("beside");
	const query = [params, path && `beside=${path.slice(1)}`].filter(String).join("&");
	showView(query ? `${pathname}?${query}` : pathname);
}

import type { SearchAnswer, SearchHit, SearchRequest } from "#lib/contracts/search.ts";
import { may } from "#lib/roles.ts";
import { readSearchedAmount } from "#lib/search-text.ts";
import { demand } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { findMembers } from "#server/search/find-members.ts";
import { findMovements } from "#server/search/find-movements.ts";
import { findPayments } from "#server/search/find-payments.ts";
import { findTransactions } from "#server/search/find-transactions.ts";

/**
 * What fits a text, each with the reason, the surest first; only what this member may see. A few of each kind: whoever wants all
 * has the lists. Throws forbidden.
 */
export async function searchDesk(context: Context, { text }: SearchRequest): Promise<SearchAnswer> {
	demand(context, "payment.read");
	const amount = readSearchedAmount(text);
	const { role } = context.member;
	const none: Promise<SearchHit[]> = Promise.resolve([]);
	const found = await Promise.all([
		findPayments(context, text, amount),
		may(role, "transaction.read") ? findTransactions(context, text) : none,
		amount && may(role, "movement.read") ? findMovements(context, amount) : none,
		may(role, "member.read") ? findMembers(context, text) : none,
	]);
	return { hits: found.flat() };
}

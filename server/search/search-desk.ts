import { sql } from "kysely";
import type { SearchAnswer, SearchHit, SearchRequest } from "#lib/contracts/search.ts";
import { isReference } from "#lib/paths.ts";
import { may } from "#lib/roles.ts";
import { readSearchedAmount, type SearchedAmount, searchTerms, termQuery } from "#lib/text/search-text.ts";
import { requirePermission } from "#server/access/permissions.ts";
import type { Context } from "#server/context.ts";
import { findPayments } from "#server/search/find-payments.ts";

/** Returns a few hits of each kind with their reasons, best first, and only what this member may see. Throws forbidden. */
export async function searchDesk(context: Context, { text }: SearchRequest): Promise<SearchAnswer> {
	requirePermission(context, "payment.read");
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

const MOST = 5;

/** Matches words of the name or the beginning of the e-mail. Members are few, so it reads the whole table. */
async function findMembers({ database }: Context, text: string): Promise<SearchHit[]> {
	const query = termQuery(searchTerms(text));
	const rows = await database
		.selectFrom("member")
		.select(["id", "name", "email", "role", "disabled_at"])
		.select(sql<boolean>`coalesce(search_words(name) @@ ${query}::tsquery, false)`.as("byName"))
		.where(sql<boolean>`(search_words(name) @@ ${query}::tsquery or starts_with(email, ${text.toLowerCase()}))`)
		.orderBy("name")
		.limit(MOST)
		.execute();
	return rows.map(({ byName, disabled_at, ...member }) => ({
		...{ is: "member", why: byName ? "name" : "email" },
		member: { ...member, disabled: disabled_at !== null },
	}));
}

// Beyond it the screen shows "more than".
const COUNTED = 99;

/** Counts the lines with the amount per wallet; the list shows them. */
async function findMovements({ database, config }: Context, searched: SearchedAmount): Promise<SearchHit[]> {
	const currencies = config.walletCurrencies.filter((code) => (searched.currency ?? code) === code);
	const { rows } = await sql<{ currency: string; amount: string; count: number }>`
		select asked.currency, meant.amount::numeric(20, 2) as amount, lines.count
		from unnest(${currencies}::text[]) as asked (currency), unnest(${searched.amounts}::numeric[]) as meant (amount),
			lateral (select count(*)::integer as count from (
				select from movement
				where environment = ${config.environment} and currency = asked.currency and amount = meant.amount
				limit ${COUNTED + 1}
			) as counted) as lines
		where lines.count > 0`.execute(database);
	return rows.map(({ count, ...row }) => ({
		...{ is: "movements", why: "amount", ...row },
		...{ count: Math.min(count, COUNTED), more: count > COUNTED },
	}));
}

/** Finds imported transactions by exact reference; references of our own payments are found as payments. */
async function findTransactions({ database, config }: Context, text: string): Promise<SearchHit[]> {
	if (!isReference(text)) return [];
	const rows = await database
		.selectFrom("imported_transaction")
		.select(["reference", "service_status as status"])
		.where("environment", "=", config.environment)
		.where("reference", "in", [...new Set([text, text.toUpperCase()])])
		.where(({ not, exists, selectFrom }) =>
			not(
				exists(
					selectFrom("payment")
						.select("payment.id")
						.whereRef("payment.environment", "=", "imported_transaction.environment")
						.whereRef("payment.reference", "=", "imported_transaction.reference"),
				),
			),
		)
		.execute();
	return rows.map((row) => ({ is: "transaction", why: "reference", ...row }));
}

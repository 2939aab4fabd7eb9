import { type RawBuilder, sql } from "kysely";
import type { SearchAnswer, SearchHit, SearchMatch, SearchRequest } from "#lib/contracts/search.ts";
import { isReference } from "#lib/paths.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { maskPhone } from "#lib/phone.ts";
import { may } from "#lib/roles.ts";
import { numberEnds, readSearchedAmount, type SearchedAmount, searchTerms, termQuery } from "#lib/text/search-text.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { ends, type TextMatch, textMatches } from "#server/payment-records/payment-text-search.ts";
import { withIsoTimes } from "#server/store/tables/iso-times.ts";

/** Returns a few hits of each kind with their reasons, best first, and only what this member may see. Throws forbidden. */
export async function searchDesk(context: Context, { text }: SearchRequest): Promise<SearchAnswer> {
	requirePermission(context, "payment.read");
	const amount = readSearchedAmount(text);
	const { role } = context.member;
	const none: Promise<SearchHit[]> = Promise.resolve([]);
	const found = await Promise.all([
		findPayments(context, text, amount),
		findBatches(context, text),
		may(role, "recipient.read") ? findRecipients(context, text) : none,
		may(role, "transaction.read") ? findTransactions(context, text) : none,
		amount && may(role, "movement.read") ? findMovements(context, amount) : none,
		may(role, "member.read") ? findMembers(context, text) : none,
	]);
	return { hits: found.flat() };
}

const MOST = 5;

/** Members are few, so the query reads the whole table. */
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

/** Finds batches by words of their names, newest first. Batches are few, so their names have no index of words. */
async function findBatches({ database, config }: Context, text: string): Promise<SearchHit[]> {
	const query = termQuery(searchTerms(text));
	const rows = await database
		.selectFrom("batch")
		.select(["id", "name", "created_at as createdAt"])
		.select(sql<number>`(select count(*)::integer from batch_row where batch_id = batch.id)`.as("rowCount"))
		.where("environment", "=", config.environment)
		.where(sql<boolean>`search_words(name) @@ ${query}::tsquery`)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.limit(MOST)
		.execute();
	return rows.map((batch) => ({ is: "batch", why: "name", batch: withIsoTimes(batch) }));
}

/** Finds recipients by words of the name, the reference or the purpose, or by the end of the number. */
async function findRecipients({ database }: Context, text: string): Promise<SearchHit[]> {
	const query = termQuery(searchTerms(text));
	const numbers = numberEnds(text).map((end) => ends(sql`recipient.number`, end));
	const isMeant = sql.join([sql`recipient.words @@ ${query}::tsquery`, ...numbers], sql` or `);
	const rows = await database
		.selectFrom("recipient")
		.leftJoin("operator", "operator.code", "recipient.operator")
		.leftJoin("blocked_number", "blocked_number.number", "recipient.number")
		.select([
			"recipient.id",
			"recipient.name",
			"recipient.number",
			"recipient.purpose",
			"operator.name as operatorName",
		])
		.select(sql<boolean>`blocked_number.number is not null`.as("blocked"))
		.where("recipient.archived_at", "is", null)
		.where(sql<boolean>`(${isMeant})`)
		.orderBy("recipient.sort_name")
		.limit(MOST)
		.execute();
	return rows.map(({ number, ...recipient }) => ({
		...{ is: "recipient", why: numbers.length > 0 ? "number" : "name" },
		recipient: { ...recipient, number: maskPhone(number) },
	}));
}

// Above this count the screen shows "more than".
const COUNTED = 99;

/** Counts the lines of the searched amount per wallet; the list of movements shows the lines themselves. */
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
		.where(sql<boolean>`not exists (select from payment where payment.environment = imported_transaction.environment
			and payment.reference = imported_transaction.reference)`)
		.execute();
	return rows.map((row) => ({ is: "transaction", why: "reference", ...row }));
}

type PaymentHit = Extract<SearchHit, { is: "payment" }>;

const OF_EACH_REASON = 5;
// Many payments may share a piece of text, so only this many are read, and the newest of them are shown.
const MOST_READ = 200;
// Nearly every reference or id contains a shorter piece.
const SHORTEST_PIECE = 4;
const KINDS: readonly PaymentKind[] = ["payout", "deposit"];
const SUREST_FIRST: readonly SearchMatch[] = ["reference", "id", "name", "amount", "number", "note"];

/**
 * Finds payments by reference, id, amount, number and words of note and name. Each query has an index and a limit. The best reason comes
 * first, and the newest payment within a reason.
 */
async function findPayments(context: Context, text: string, amount: SearchedAmount | null): Promise<PaymentHit[]> {
	const questions = [...byAmount(context, amount), ...textMatches(text, SHORTEST_PIECE).flatMap(byMatch)];
	if (questions.length === 0) return [];
	const { rows } = await sql<Row>`
		with found as (${sql.join(questions, sql` union all `)})
		select found.why, payment.id, payment.kind, payment.state, payment.amount, payment.currency, payment.phone_number,
			payment.note, payment.reference, payment.created_at as "createdAt", coalesce(payment.recipient_name, recipient.name) as name
		from found join payment on payment.id = found.id
		left join recipient on recipient.number = payment.phone_number and recipient.archived_at is null`.execute(
		context.database,
	);
	const hits = new Map<string, PaymentHit>();
	for (const row of rows.sort(surestFirst)) if (!hits.has(row.id)) hits.set(row.id, hitOf(row, text));
	return [...hits.values()];
}

interface Row extends Omit<PaymentHit["payment"], "who" | "createdAt"> {
	why: SearchMatch;
	phone_number: string;
	createdAt: Date;
	name: string | null;
}

function hitOf({ why, phone_number, name, ...row }: Row, text: string): PaymentHit {
	const exact = [row.reference, row.id].some((word) => word?.toLowerCase() === text.toLowerCase());
	return {
		...{ is: "payment", why, exact },
		payment: { ...withIsoTimes(row), who: [name, maskPhone(phone_number)].filter(Boolean).join(" · ") },
	};
}

function surestFirst(a: Row, b: Row): number {
	return SUREST_FIRST.indexOf(a.why) - SUREST_FIRST.indexOf(b.why) || b.createdAt.getTime() - a.createdAt.getTime();
}

type Question = RawBuilder<unknown>;

function byAmount({ config }: Context, amount: SearchedAmount | null): Question[] {
	if (!amount) return [];
	const currencies = amount.currency === null ? config.walletCurrencies : [amount.currency];
	return [
		sql`(select 'amount' as why, payment.id
			from unnest(${[...currencies]}::text[]) as asked (currency), unnest(${[...KINDS]}::text[]) as kinds (kind),
				unnest(${amount.amounts}::numeric[]) as meant (amount), lateral (
					select id, created_at from payment
					where environment = ${config.environment} and currency = asked.currency and kind = kinds.kind and amount = meant.amount
					order by created_at desc limit ${OF_EACH_REASON}
				) as payment
			order by payment.created_at desc limit ${OF_EACH_REASON})`,
	];
}

/**
 * Words get one query per kind, so that frequent ones are found by reading back from the newest payment. If more payments match another
 * condition than `MOST_READ`, the first in its order are read.
 */
function byMatch({ why, condition, order = sql``, isOfWords }: TextMatch): Question | Question[] {
	if (isOfWords)
		return KINDS.map(
			(kind) => sql`(select ${why}::text as why, id from payment where kind = ${kind} and ${condition}
				order by created_at desc, id desc limit ${OF_EACH_REASON})`,
		);
	return sql`(select ${why}::text as why, id from (
			select id, created_at from payment where ${condition} ${order} limit ${MOST_READ}
		) as looked_at order by created_at desc limit ${OF_EACH_REASON})`;
}

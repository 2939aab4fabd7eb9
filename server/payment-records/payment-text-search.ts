import { type RawBuilder, sql } from "kysely";
import { searchTerms, termQuery } from "#lib/text/search-text.ts";

/** Matches words of the name given with the request, or of the book's name for the number. */
export function byName(search: string): RawBuilder<boolean> {
	const query = termQuery(searchTerms(search));
	if (query === null) return sql`false`;
	return sql`(payment.recipient_name is not null and search_words(payment.recipient_name) @@ ${query}::tsquery
		or payment.phone_number in (select number from recipient where words @@ ${query}::tsquery and archived_at is null))`;
}

export function byPurpose(purpose: string): RawBuilder<boolean> {
	const query = termQuery(searchTerms(purpose));
	if (query === null) return sql`false`;
	return sql`(payment.note is not null and search_words(payment.note) @@ ${query}::tsquery)`;
}

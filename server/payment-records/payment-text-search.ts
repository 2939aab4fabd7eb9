import { type RawBuilder, sql } from "kysely";
import { searchTerms, termQuery } from "#lib/text/search-text.ts";

/** Matches words of the name given with the request, or of the book's name for the number. Each half has an index. */
export function byName(search: string): RawBuilder<boolean> {
	const query = termQuery(searchTerms(search));
	if (query === null) return sql`false`;
	return sql`payment.id in (
		select id from payment where recipient_name is not null and search_words(recipient_name) @@ ${query}::tsquery
		union all select paid.id from recipient join payment as paid on reverse(paid.phone_number) = reverse(recipient.number)
			where recipient.words @@ ${query}::tsquery and recipient.archived_at is null)`;
}

export function byPurpose(purpose: string): RawBuilder<boolean> {
	const query = termQuery(searchTerms(purpose));
	if (query === null) return sql`false`;
	return sql`(payment.note is not null and search_words(payment.note) @@ ${query}::tsquery)`;
}

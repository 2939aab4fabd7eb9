/** This file alone decides which payments match a searched text. */
import { type RawBuilder, sql } from "kysely";
import { numberEnds, searchTerms, termQuery } from "#lib/text/search-text.ts";

/** A condition on `payment`, which has an index. */
export interface TextMatch {
	why: "reference" | "id" | "number" | "note" | "name";
	condition: RawBuilder<boolean>;
	/** SQL: the order of this condition's index that has the newest first. */
	order?: RawBuilder<unknown>;
	isOfWords?: boolean;
}

/**
 * Matches the beginning or the end of a reference, our whole id, the last digits of a number, and words of the purpose, of the name at
 * the request or of the book's name. `shortest`: of a reference or number.
 */
export function textMatches(text: string, shortest: number): TextMatch[] {
	const byNumber = (end: string): TextMatch => ({ why: "number", condition: ends(sql`phone_number`, end) });
	return [
		...(text.length < shortest || /\s/u.test(text) ? [] : referenceMatches(text.toLowerCase())),
		...numberEnds(text, shortest).map(byNumber),
		...wordMatches(text),
	];
}

function referenceMatches(piece: string): TextMatch[] {
	const reference = sql`lower(reference)`;
	return [
		// References contain dates, so the greatest are the newest.
		{ why: "reference", condition: begins(reference, piece), order: sql`order by ${reference} using ~>~` },
		{ why: "reference", condition: ends(reference, piece) },
		{ why: "id", condition: sql`id in (${piece}, ${piece.toUpperCase()})` },
	];
}

function wordMatches(text: string): TextMatch[] {
	const query = termQuery(searchTerms(text));
	if (query === null) return [];
	const inColumn = (column: RawBuilder<unknown>) =>
		sql<boolean>`(${column} is not null and search_words(${column}) @@ ${query}::tsquery)`;
	const inBook = sql<boolean>`reverse(phone_number) in (
		select reverse(number) from recipient where words @@ ${query}::tsquery and archived_at is null)`;
	return [
		{ why: "note", condition: inColumn(sql`payment.note`), isOfWords: true },
		{ why: "name", condition: inColumn(sql`payment.recipient_name`), isOfWords: true },
		{ why: "name", condition: inBook, order: sql`order by created_at desc` },
	];
}

/** Matches words of the name given with the request, or of the book's name for the number. */
export function byName(name: string): RawBuilder<boolean> {
	return anyOf(wordMatches(name).filter(({ why }) => why === "name"));
}

export function byPurpose(purpose: string): RawBuilder<boolean> {
	return wordMatches(purpose).find(({ why }) => why === "note")?.condition ?? sql`false`;
}

/** Asks for each condition by itself, because PostgreSQL uses no index for an `or` that contains a query. */
export function anyOf(matches: readonly TextMatch[]): RawBuilder<boolean> {
	if (matches.length === 0) return sql`false`;
	const queries = matches.map(({ condition }) => sql`select id from payment where ${condition}`);
	return sql`payment.id in (${sql.join(queries, sql` union all `)})`;
}

/** Selects texts that end with the piece, by an index of the reversed texts. */
export function ends(column: RawBuilder<unknown>, piece: string): RawBuilder<boolean> {
	return begins(sql`reverse(${column})`, Array.from(piece).reverse().join(""));
}

/** Selects texts that begin with the piece, as `like 'piece%'` does, by a pattern index under any plan and without wildcards. */
function begins(column: RawBuilder<unknown>, piece: string): RawBuilder<boolean> {
	return sql<boolean>`(${column} ~>=~ ${piece} and ${column} ~<~ ${`${piece}\u{10FFFF}`})`;
}

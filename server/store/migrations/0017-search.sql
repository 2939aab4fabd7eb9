-- Search: payments by a reference's beginning or end, by the last digits of a number, and by words of the note, each by its index.

-- Words without capitals and accents. Its own splitting: the parser of text search reads "INV-2026" as a negative number.
-- The same signs part words in wordsOf() of lib/search-text.ts. No extension is needed, which a server may not have. Its cost is
-- told, and a setting keeps it from being taken apart, so that the index is asked instead of each row.
create function search_words(of_text text) returns tsvector language sql immutable strict parallel safe cost 10000
	set search_path = pg_catalog as $$
	select array_to_tsvector(array_remove(
		regexp_split_to_array(
			lower(regexp_replace(normalize(left(of_text, 400), NFD), '[\u0300-\u036F]', '', 'g')),
			'[\s\u00A0\u202F!-/:-@\[-`{-~«»·\u2010-\u2027]+'),
		''))
$$;
create index payment_words on payment using gin (search_words(note)) where note is not null;
create index payment_reference_begins on payment (lower(reference) text_pattern_ops) where reference is not null;
create index payment_reference_ends on payment (reverse(lower(reference)) text_pattern_ops) where reference is not null;
create index payment_number_ends on payment (reverse(phone_number) text_pattern_ops, created_at desc);

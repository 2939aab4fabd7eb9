import { sql } from "kysely";
import type { SearchHit } from "#lib/contracts/search.ts";
import { searchTerms } from "#lib/search-text.ts";
import type { Context } from "#server/context.ts";
import { termQuery } from "#server/search/term-query.ts";

const MOST = 5;

/** By words of the name or the beginning of the address. Members are few: their table is read. */
export async function findMembers({ database }: Context, text: string): Promise<SearchHit[]> {
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

import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import { type RecipientList, type RecipientQuery, recipientQuerySchema } from "#lib/contracts/recipient.ts";
import { numberEnds, searchTerms, termQuery } from "#lib/text/search-text.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { parseInput } from "#server/parse-input.ts";
import { selectRecipients, toRecipient } from "#server/recipients/recipient-row.ts";
import type { Database } from "#server/store/database.ts";

/**
 * Lists by name, ignoring capitals and accents. `cursor`: the last id of the previous page; if it was erased, the first page
 * follows. Throws forbidden, invalid_input.
 */
export async function listRecipients(context: Context, input: Partial<RecipientQuery>): Promise<RecipientList> {
	requirePermission(context, "recipient.read");
	const query = parseInput(recipientQuerySchema, input);
	const { database, config } = context;
	const { cursor, limit } = query;
	const shown = isShown(query);
	const page = selectRecipients(database, config.environment)
		.where(shown)
		.$if(cursor !== undefined, (of) =>
			of.where(sql<SqlBool>`(recipient.sort_name, recipient.id) >
				(select coalesce(min(sort_name), ''), coalesce(min(id), '') from recipient where id = ${cursor})`),
		)
		.orderBy("recipient.sort_name")
		.orderBy("recipient.id")
		.limit(limit + 1);
	const count = database
		.selectFrom("recipient")
		.where(shown)
		.select((of) => of.fn.countAll<string>().as("total"));
	const [rows, { total }, groups] = await Promise.all([
		page.execute(),
		count.executeTakeFirstOrThrow(),
		readGroups(database),
	]);
	const items = rows.slice(0, limit).map(toRecipient);
	const nextCursor = rows.length > limit ? (items.at(-1)?.id ?? null) : null;
	return { items, nextCursor, total: Number(total), groups };
}

export function isShown({
	q = "",
	group,
	view,
}: Pick<z.output<typeof recipientQuerySchema>, "q" | "group" | "view">): RawBuilder<SqlBool> {
	const parts = [
		view === "archived" ? sql`recipient.archived_at is not null` : sql`recipient.archived_at is null`,
		...(view === "doubles" ? [IS_DOUBLE] : []),
		...(group === undefined ? [] : [sql`recipient.groups @> array[${group}]::text[]`]),
		...(q === "" ? [] : [matches(q)]),
	];
	return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

const IS_DOUBLE = sql`exists (
	select from recipient other where other.id <> recipient.id and other.archived_at is null
		and (other.sort_name = recipient.sort_name or lower(other.reference) = lower(recipient.reference))
)`;

/** Matches three digits or more anywhere in the number, even without their leading zero, and other terms at the beginning of a word. */
function matches(q: string): RawBuilder<unknown> {
	const numbers = numberEnds(q, 3)
		.flatMap((digits) => [digits, digits.replace(/^0(?=\d)/, "")])
		.filter((digits) => digits.length >= 3);
	const parts = numbers.map((digits) => sql`recipient.number like ${`%${digits}%`}`);
	return sql`(${sql.join([...parts, byWords(q)], sql` or `)})`;
}

function byWords(q: string): RawBuilder<unknown> {
	const query = termQuery(searchTerms(q));
	return query === null ? sql`false` : sql`recipient.words @@ ${query}::tsquery`;
}

async function readGroups(database: Database): Promise<RecipientList["groups"]> {
	const { rows } = await sql<RecipientList["groups"][number]>`
		select part.name, count(*)::integer as count from recipient, unnest(groups) as part (name)
		where archived_at is null group by part.name order by part.name`.execute(database);
	return rows;
}

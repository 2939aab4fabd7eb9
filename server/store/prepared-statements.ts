/**
 * Prepares marked statements once per connection. PostgreSQL plans unmarked ones for their values and can use partial indexes.
 * Never mark a `select *`: PostgreSQL refuses a prepared one once a migration has added a column to its table.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { PoolClient } from "pg";

/** Marks a statement: pass it to `modifyFront`, or write it after the first word of a handwritten statement. */
export const PREPARED = sql`/* prepared */`;

const IS_MARKED = /^\s*(?:select|with)\s+\/\* prepared \*\//i;
const names = new Map<string, string>();

export function prepareMarked(client: PoolClient): void {
	const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
	client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
		if (typeof text !== "string" || !Array.isArray(values) || !IS_MARKED.test(text)) return ask(text, values, ...rest);
		return ask({ name: nameOf(text), text, values }, ...rest);
	}) as typeof client.query;
}

function nameOf(text: string): string {
	const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 40);
	names.set(text, name);
	return name;
}

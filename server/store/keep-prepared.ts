/**
 * Prepares the statements of every request once per connection. A marked statement opts in; PostgreSQL plans the others for their
 * values, which lets it choose partial indexes. One that reads all columns of a table is never marked: PostgreSQL refuses it once a
 * migration beside the program has added one.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { PoolClient } from "pg";

/** For `modifyFront`, or behind the `select` of a handwritten statement. */
export const PREPARED = sql`/* prepared */`;

const SAYS_SO = /^\s*(?:select|with)\s+\/\* prepared \*\//i;
const names = new Map<string, string>();

export function keepPrepared(client: PoolClient): void {
	const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
	client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
		if (typeof text !== "string" || !Array.isArray(values) || !SAYS_SO.test(text)) return ask(text, values, ...rest);
		return ask({ name: nameOf(text), text, values }, ...rest);
	}) as typeof client.query;
}

/** Every connection may prepare it, so the number of names equals the number of such statements. */
function nameOf(text: string): string {
	const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 40);
	names.set(text, name);
	return name;
}

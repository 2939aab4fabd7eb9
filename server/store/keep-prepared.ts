/**
 * What every request asks is planned once a connection. A statement says so itself, behind its first word; the others are planned
 * for the values of each time, by which partial indexes are chosen.
 */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { PoolClient } from "pg";

/** For `modifyFront`, and behind the `select` of a statement that is written out. */
export const PREPARED = sql`/* prepared */`;

const SAYS_SO = /^\s*select\s+\/\* prepared \*\//i;
const names = new Map<string, string>();

export function keepPrepared(client: PoolClient): void {
	const ask = client.query.bind(client) as (...given: unknown[]) => unknown;
	client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
		if (typeof text !== "string" || !Array.isArray(values) || !SAYS_SO.test(text)) return ask(text, values, ...rest);
		return ask({ name: nameOf(text), text, values }, ...rest);
	}) as typeof client.query;
}

/** Every connection may prepare it: as many names as there are such statements in the house. */
function nameOf(text: string): string {
	const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 40);
	names.set(text, name);
	return name;
}

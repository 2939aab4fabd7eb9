/** Copies a table to and from text with PostgreSQL's COPY: the same rows give the same bytes. */
import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import { type ClientBase, escapeIdentifier } from "pg";
import { from, to } from "pg-copy-streams";
import type { DeskTable } from "#server/backup/desk-tables.ts";

/** For one transaction: the text must not depend on the server's own settings, and a long copy must not meet a time limit. */
const SETTINGS: Record<string, string> = {
	DateStyle: "ISO, MDY",
	IntervalStyle: "postgres",
	TimeZone: "UTC",
	extra_float_digits: "3",
	bytea_output: "hex",
	synchronize_seqscans: "off",
	idle_in_transaction_session_timeout: "0",
	transaction_timeout: "0",
};

export async function settleForCopying(client: ClientBase): Promise<void> {
	// `query-timeout.ts` recognises this statement and waits longer: adding a foreign key checks a whole table in one statement.
	await client.query("set local statement_timeout = 0");
	// Skips settings that an older server does not have.
	await client.query(
		`select set_config(pg_settings.name, wanted.value, true) from json_each_text($1) as wanted (name, value)
		join pg_settings on lower(pg_settings.name) = lower(wanted.name)`,
		[JSON.stringify(SETTINGS)],
	);
}

/** Yields the rows as COPY text, in key order. */
export function copyOut(client: ClientBase, { name, columns, order }: DeskTable): AsyncIterable<Buffer> {
	const list = columns.map(escapeIdentifier).join(", ");
	return client.query(
		to(`copy (select ${list} from ${escapeIdentifier(name)} order by ${order}) to stdout with (encoding 'UTF8')`),
	);
}

/** Accepts COPY text as `copyOut` yields it. */
export function copyIn(client: ClientBase, table: { name: string; columns: readonly string[] }): Writable {
	const list = table.columns.map(escapeIdentifier).join(", ");
	return client.query(from(`copy ${escapeIdentifier(table.name)} (${list}) from stdin with (encoding 'UTF8')`));
}

export interface TextTally {
	rows: number;
	bytes: number;
	sha256: string;
}

/** One line is one row: COPY escapes line breaks within values. */
export class Tally {
	readonly #hash = createHash("sha256");
	#rows = 0;
	#bytes = 0;

	take(chunk: Buffer): void {
		this.#hash.update(chunk);
		this.#bytes += chunk.length;
		for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.#rows += 1;
	}

	result(): TextTally {
		return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
	}
}

export function isSameText(one: TextTally, other: TextTally): boolean {
	return one.rows === other.rows && one.bytes === other.bytes && one.sha256 === other.sha256;
}

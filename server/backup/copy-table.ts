/** A table as text, out of a database and into one: PostgreSQL's own COPY, the same bytes for the same rows. */
import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import { type ClientBase, escapeIdentifier } from "pg";
import { from, to } from "pg-copy-streams";
import type { DeskTable } from "#server/backup/desk-tables.ts";

/** How values are written must not depend on a server's settings; long work has no limit, and changes nothing for others. */
const SETTINGS: Record<string, string> = {
	DateStyle: "ISO, MDY",
	IntervalStyle: "postgres",
	TimeZone: "UTC",
	extra_float_digits: "3",
	bytea_output: "hex",
	synchronize_seqscans: "off",
	statement_timeout: "0",
	idle_in_transaction_session_timeout: "0",
	transaction_timeout: "0",
};

/** For the rest of the transaction. */
export async function settleForCopying(client: ClientBase): Promise<void> {
	// Those that an older server does not have are not missed.
	await client.query(
		`select set_config(pg_settings.name, wanted.value, true) from json_each_text($1) as wanted (name, value)
		join pg_settings on lower(pg_settings.name) = lower(wanted.name)`,
		[JSON.stringify(SETTINGS)],
	);
}

/** Its rows as lines, in the order of its key. */
export function copyOut(client: ClientBase, { name, columns, order }: DeskTable): AsyncIterable<Buffer> {
	const list = columns.map(escapeIdentifier).join(", ");
	return client.query(
		to(`copy (select ${list} from ${escapeIdentifier(name)} order by ${order}) to stdout with (encoding 'UTF8')`),
	);
}

/** Takes such lines. Write, `end`, and wait for its `finish`. */
export function copyIn(client: ClientBase, table: { name: string; columns: readonly string[] }): Writable {
	const list = table.columns.map(escapeIdentifier).join(", ");
	return client.query(from(`copy ${escapeIdentifier(table.name)} (${list}) from stdin with (encoding 'UTF8')`));
}

export interface TextTally {
	rows: number;
	bytes: number;
	sha256: string;
}

/** Counts and digests what passes. A row is a line: breaks inside of values are written as two signs. */
export class Tally {
	readonly #hash = createHash("sha256");
	#rows = 0;
	#bytes = 0;

	take(chunk: Buffer): void {
		this.#hash.update(chunk);
		this.#bytes += chunk.length;
		for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.#rows += 1;
	}

	/** Once. */
	result(): TextTally {
		return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
	}
}

export function isSameText(one: TextTally, other: TextTally): boolean {
	return one.rows === other.rows && one.bytes === other.bytes && one.sha256 === other.sha256;
}

/** What one run of the simulation does to its database, in order. */
import type { RootOperationNode } from "kysely";
import type { Answer, Commit, Transaction, Witness } from "#tests/simulation/memory/memory-store.ts";
import type { Row } from "#tests/simulation/memory/rows.ts";

export type Entry =
	| { what: "begin"; transaction: Transaction }
	| { what: "ask"; transaction: Transaction; query: RootOperationNode; answer: Answer; identity: number }
	/** Written by the world itself and not by a statement: `rows` says what. */
	| { what: "write"; transaction: Transaction; rows: readonly Commit[] }
	| { what: "commit" | "rollback"; transaction: Transaction };

export interface Recording {
	entries: readonly Entry[];
	/** What is committed in the end, by table. */
	tables: ReadonlyMap<string, ReadonlySet<Row>>;
	witness: Witness;
}

export function recordRun(): Recording {
	const entries: Entry[] = [];
	const tables = new Map<string, Set<Row>>();
	const asked = new Set<Transaction>();
	let isOver = false;
	const witness: Witness = {
		begun(transaction) {
			if (!isOver) entries.push({ what: "begin", transaction });
		},
		asked(transaction, query, answer, identity) {
			asked.add(transaction);
			if (!isOver) entries.push({ what: "ask", transaction, query, answer, identity });
		},
		ended(transaction, changes) {
			if (isOver) return;
			if (changes !== null && changes.length > 0 && !asked.has(transaction))
				entries.push({ what: "write", transaction, rows: changes });
			for (const { table, before, after } of changes ?? []) {
				const rows = tables.get(table) ?? new Set();
				tables.set(table, rows);
				if (before) rows.delete(before);
				if (after) rows.add(after);
			}
			entries.push({ what: changes === null ? "rollback" : "commit", transaction });
		},
		// A backup is put back by other tools than statements: from there on nothing is repeated.
		restored() {
			isOver = true;
		},
	};
	return { entries, tables, witness };
}

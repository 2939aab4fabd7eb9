/** What one run of the simulation does to its database, in order. */
import type { RootOperationNode } from "kysely";
import type { Answer, Commit, Transaction, Witness } from "#tests/simulation/memory/memory-store.ts";

export type Entry =
	| { what: "begin"; transaction: Transaction }
	| { what: "ask"; transaction: Transaction; query: RootOperationNode; answer: Answer; identity: number }
	/** Written by the world itself and not by a statement: `rows` says what. */
	| { what: "write"; transaction: Transaction; rows: readonly Commit[] }
	| { what: "commit" | "rollback"; transaction: Transaction };

export function recordRun(): { entries: readonly Entry[]; witness: Witness } {
	const entries: Entry[] = [];
	const asked = new Set<Transaction>();
	const witness: Witness = {
		begun: (transaction) => void entries.push({ what: "begin", transaction }),
		asked(transaction, query, answer, identity) {
			asked.add(transaction);
			// Rows may be changed in place later; what was answered is kept.
			entries.push({ what: "ask", transaction, query, answer, identity });
		},
		ended(transaction, changes) {
			if (changes !== null && changes.length > 0 && !asked.has(transaction))
				entries.push({ what: "write", transaction, rows: changes });
			entries.push({ what: changes === null ? "rollback" : "commit", transaction });
		},
	};
	return { entries, witness };
}

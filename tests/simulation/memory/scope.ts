/** What an expression sees of the statement that it stands in. */
import type { OperationNode } from "kysely";
import type { Row } from "#tests/simulation/memory/rows.ts";

/** The row of each table of the statement, by its name or alias; the innermost query last. */
export interface Scope {
	tables: Readonly<Record<string, Row>>;
	/** now() */
	now: Date;
	/** Rows of an inner query. */
	query(node: OperationNode, outer: Scope): Row[];
	/** Everything of a table, for raw fragments with an inner query. */
	rows(table: string): Row[];
	/** The row that an insert found in its way, as `excluded` sees the new one. */
	excluded?: Row;
}

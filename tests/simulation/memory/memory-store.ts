/**
 * Tables in memory with PostgreSQL's READ COMMITTED: a statement sees what is committed and its own writes, writers of one
 * row wait for each other and look again, unique values wait for whoever may still take them back. What it leaves out:
 * foreign keys, savepoints, and statements that run at the very same time (each is one step).
 */
import type { RootOperationNode } from "kysely";
import {
	isEqual,
	NOW,
	PostgresError,
	type Row,
	type Shapes,
	stored,
	type TableShape,
	type Value,
} from "#tests/simulation/memory/rows.ts";

/** Thrown inside a statement: it is tried anew when that transaction has ended. */
export class MustWait {
	readonly holder: Transaction;
	constructor(holder: Transaction) {
		this.holder = holder;
	}
}

/** A row that this transaction wrote: null when it deleted it. */
type Written = Map<number, Row | null>;

export class Transaction {
	readonly id: number;
	/** Of its beginning, by the database's clock: what now() is. */
	readonly now: Date;
	readonly writes = new Map<string, Written>();
	readonly advisory = new Set<string>();
	/** What its commit tells, by channel. */
	readonly notices: [channel: string, payload: string][] = [];
	/** After an error nothing but a rollback is taken. */
	aborted = false;
	ended = false;
	/** Whose end its statement waits for. */
	waitsFor: Transaction | null = null;
	readonly onEnd: (() => void)[] = [];

	constructor(id: number, now: Date) {
		this.id = id;
		this.now = now;
	}
}

/** A row as one statement sees it. */
export interface Seen {
	rowId: number;
	row: Row;
}

export interface Commit {
	table: string;
	before: Row | undefined;
	after: Row | null;
}

export interface Backup {
	tables: ReadonlyMap<string, ReadonlyMap<number, Row>>;
	identity: number;
}

/** Told of everything that is done to the database, in order, so that the same can be done to another one. */
export interface Witness {
	begun(transaction: Transaction): void;
	/** `identity`: the last one given before this statement. */
	asked(transaction: Transaction, query: RootOperationNode, answer: Answer, identity: number): void;
	/** Null: rolled back. */
	ended(transaction: Transaction, changes: readonly Commit[] | null): void;
	restored(): void;
}
export type Answer = { rows: readonly Row[]; affected: number } | PostgresError | MustWait;

/** Judges a row before it is written, as check constraints and triggers do. Throws PostgresError. */
export type Check = (row: Row, before: Row | undefined, see: (table: string) => Row[]) => void;

export class MemoryStore {
	readonly shapes: Shapes;
	witness: Witness | undefined;
	/** Whom commits tell. */
	onNotice: ((channel: string, payload: string) => void) | undefined;
	readonly #tables = new Map<string, Map<number, Row>>();
	readonly #locks = new Map<string, Transaction>();
	readonly #active = new Set<Transaction>();
	readonly #checks: Readonly<Record<string, Check>>;
	readonly #onCommit: (changes: readonly Commit[]) => void;
	#nextId = 1;
	/** The last number that an identity column was given; one row of numbers for all tables. */
	identity = 0;
	/** As PostgreSQL's control file has them: a standby that becomes primary begins a new timeline. */
	system = "7300000000000000001";
	timeline = 1;

	constructor(shapes: Shapes, checks: Record<string, Check>, onCommit: (changes: readonly Commit[]) => void) {
		this.shapes = shapes;
		this.#checks = checks;
		this.#onCommit = onCommit;
	}

	begin(now: Date): Transaction {
		const transaction = new Transaction(this.#nextId++, now);
		this.#active.add(transaction);
		this.witness?.begun(transaction);
		return transaction;
	}

	/** Throws when an earlier statement failed: PostgreSQL answers such a COMMIT with a rollback. */
	commit(transaction: Transaction): void {
		const changes = transaction.aborted ? [] : this.#apply(transaction);
		this.witness?.ended(transaction, changes);
		this.#end(transaction);
		if (changes.length > 0) this.#onCommit(changes);
		if (!transaction.aborted) for (const [channel, payload] of transaction.notices) this.onNotice?.(channel, payload);
	}

	rollback(transaction: Transaction): void {
		this.witness?.ended(transaction, null);
		this.#end(transaction);
	}

	/** Committed rows, for whoever judges from outside. */
	committed(table: string): Row[] {
		return [...(this.#tables.get(table)?.values() ?? [])];
	}

	/** A copy of everything committed, and of how far the identity columns are. */
	backup(): Backup {
		const tables = new Map([...this.#tables].map(([name, rows]) => [name, new Map(rows)]));
		return { tables, identity: this.identity };
	}

	/** Puts a backup in place of everything; whoever was connected is cut off first. */
	restore({ tables, identity }: Backup): void {
		this.witness?.restored();
		for (const transaction of this.#active) this.#end(transaction);
		this.#tables.clear();
		for (const [name, rows] of tables) this.#tables.set(name, new Map(rows));
		this.identity = identity;
	}

	/** A copy made by tools that set up a database of its own. */
	becomeAnotherSystem(): void {
		this.system = String(BigInt(this.system) + 1n);
	}

	see(transaction: Transaction, table: string): Seen[] {
		const written = transaction.writes.get(table);
		const seen: Seen[] = [];
		for (const [rowId, committed] of this.#tables.get(table) ?? []) {
			const own = written?.get(rowId);
			const row = own === undefined ? committed : own;
			if (row !== null) seen.push({ rowId, row });
		}
		for (const [rowId, row] of written ?? []) {
			if (row !== null && !this.#tables.get(table)?.has(rowId)) seen.push({ rowId, row });
		}
		return seen;
	}

	lockRow(transaction: Transaction, table: string, rowId: number): void {
		const key = `${table}:${rowId}`;
		const holder = this.#locks.get(key);
		if (holder && holder !== transaction) throw new MustWait(holder);
		this.#locks.set(key, transaction);
	}

	lockAdvisory(transaction: Transaction, key: string): void {
		for (const other of this.#active) if (other !== transaction && other.advisory.has(key)) throw new MustWait(other);
		transaction.advisory.add(key);
	}

	isLocked(transaction: Transaction, table: string, rowId: number): boolean {
		const holder = this.#locks.get(`${table}:${rowId}`);
		return holder !== undefined && holder !== transaction;
	}

	shape(table: string): TableShape {
		const shape = this.shapes[table];
		if (!shape) throw new Error(`the memory database has no table ${table}`);
		return shape;
	}

	/** The row as inserted, or the one in its way when `onConflict` names that index's columns (null: any index). */
	insert(
		transaction: Transaction,
		table: string,
		values: Record<string, unknown>,
		onConflict?: readonly string[] | null,
	): { inserted: Row } | { conflict: Seen } {
		const row = this.#fill(transaction, table, values);
		const way = this.#inTheWay(transaction, table, row, undefined);
		if (way) {
			const isMeant = onConflict === null || onConflict?.join() === way.columns.join();
			if (isMeant) return { conflict: way.seen };
			throw new PostgresError("23505", `duplicate key value violates ${way.name}`, way.name);
		}
		this.#check(transaction, table, row, undefined);
		const rowId = this.#nextId++;
		this.#write(transaction, table, rowId, row);
		this.lockRow(transaction, table, rowId);
		return { inserted: row };
	}

	update(transaction: Transaction, table: string, { rowId, row }: Seen, values: Record<string, unknown>): Row {
		this.lockRow(transaction, table, rowId);
		const { columns } = this.shape(table);
		const changed: Row = { ...row };
		for (const [name, value] of Object.entries(values)) {
			const column = columns[name];
			if (!column) throw new Error(`${table} has no column ${name}`);
			changed[name] = stored(column.type, value);
		}
		const way = this.#inTheWay(transaction, table, changed, rowId);
		if (way) throw new PostgresError("23505", `duplicate key value violates ${way.name}`, way.name);
		this.#check(transaction, table, changed, row);
		this.#write(transaction, table, rowId, changed);
		return changed;
	}

	delete(transaction: Transaction, table: string, { rowId }: Seen): void {
		this.lockRow(transaction, table, rowId);
		this.#write(transaction, table, rowId, null);
	}

	#fill(transaction: Transaction, table: string, values: Record<string, unknown>): Row {
		const { columns } = this.shape(table);
		const row: Row = {};
		for (const [name, column] of Object.entries(columns)) {
			const given = name in values ? values[name] : undefined;
			if (given !== undefined) row[name] = stored(column.type, given);
			else if (column.identity) row[name] = String(++this.identity);
			else row[name] = column.default === NOW ? transaction.now : column.default;
		}
		for (const name of Object.keys(values)) if (!(name in columns)) throw new Error(`${table} has no column ${name}`);
		return row;
	}

	/** A row of the same unique value, committed or our own; waits for a transaction that may still bring one. */
	#inTheWay(transaction: Transaction, table: string, row: Row, ownId: number | undefined) {
		for (const unique of this.shape(table).uniques) {
			const { name, columns, where } = unique;
			const counts = (other: Row) =>
				(where === null || (other[where.column] === null) === where.isNull) &&
				columns.every((column) => isEqual(other[column] as Value, row[column] as Value));
			if (!counts(row)) continue;
			for (const other of this.#active) {
				if (other === transaction) continue;
				for (const [rowId, written] of other.writes.get(table) ?? []) {
					const committed = this.#tables.get(table)?.get(rowId);
					const touches = (written && counts(written)) || (committed && counts(committed));
					if (rowId !== ownId && touches) throw new MustWait(other);
				}
			}
			const seen = this.see(transaction, table).find((each) => each.rowId !== ownId && counts(each.row));
			if (seen) return { name, columns, seen };
		}
		return undefined;
	}

	#check(transaction: Transaction, table: string, row: Row, before: Row | undefined): void {
		this.#checks[table]?.(row, before, (other) => this.see(transaction, other).map((each) => each.row));
	}

	#write(transaction: Transaction, table: string, rowId: number, row: Row | null): void {
		const written = transaction.writes.get(table);
		if (written) written.set(rowId, row);
		else transaction.writes.set(table, new Map([[rowId, row]]));
	}

	#apply(transaction: Transaction): Commit[] {
		const changes: Commit[] = [];
		for (const [table, written] of transaction.writes) {
			const rows = this.#tables.get(table) ?? new Map<number, Row>();
			this.#tables.set(table, rows);
			for (const [rowId, after] of written) {
				changes.push({ table, before: rows.get(rowId), after });
				if (after === null) rows.delete(rowId);
				else rows.set(rowId, after);
			}
		}
		return changes;
	}

	#end(transaction: Transaction): void {
		transaction.ended = true;
		this.#active.delete(transaction);
		for (const [key, holder] of this.#locks) if (holder === transaction) this.#locks.delete(key);
		for (const tell of transaction.onEnd.splice(0)) tell();
	}
}

/** Kysely on the memory store: the same queries as on PostgreSQL, each a step of the scheduler, each able to fail. */
import {
	type CompiledQuery,
	type DatabaseConnection,
	type Driver,
	Kysely,
	PostgresAdapter,
	PostgresIntrospector,
	type QueryResult,
	type RawNode,
	type RootOperationNode,
} from "kysely";
import type { Tables } from "#server/store/tables.ts";
import { type MemoryStore, MustWait, type Transaction } from "#tests/simulation/memory/memory-store.ts";
import { textOf } from "#tests/simulation/memory/raw-fragments.ts";
import { runRaw } from "#tests/simulation/memory/raw-statements.ts";
import { PostgresError } from "#tests/simulation/memory/rows.ts";
import { runStatement } from "#tests/simulation/memory/statements.ts";
import { type Process, running, type Scheduler } from "#tests/simulation/scheduler.ts";

/** A line to the database: a call on it may fail before it was made, or be made without an answer. */
export interface Line {
	store: MemoryStore;
	scheduler: Scheduler;
	process: Process;
	/** The database's own clock. */
	now: () => Date;
	statement<T>(label: string, made: () => T): T;
	commit(made: () => void): "made" | "lands later";
	/** A commit that was sent before its connection broke is made some time later. */
	landLater(transaction: Transaction): void;
	/** What must not pass for a fault of the line: a deadlock, or something that the memory database cannot do. */
	unable(error: unknown): void;
}

export function connectMemory(line: Line): { database: Kysely<Tables>; cutOff(): void } {
	const open = new Set<Connection>();
	const driver = new MemoryDriver(line, open);
	const database = new Kysely<Tables>({
		dialect: {
			createAdapter: () => new PostgresAdapter(),
			createDriver: () => driver,
			createIntrospector: (db) => new PostgresIntrospector(db),
			createQueryCompiler: () => ({ compileQuery: (query, queryId) => ({ query, queryId, sql: "", parameters: [] }) }),
		},
	});
	return {
		database,
		cutOff() {
			for (const connection of open) connection.lose();
		},
	};
}

class MemoryDriver implements Driver {
	readonly #line: Line;
	readonly #open: Set<Connection>;

	constructor(line: Line, open: Set<Connection>) {
		this.#line = line;
		this.#open = open;
	}

	async init(): Promise<void> {}
	async destroy(): Promise<void> {}
	async acquireConnection(): Promise<Connection> {
		const connection = new Connection(this.#line);
		this.#open.add(connection);
		return connection;
	}
	async releaseConnection(connection: DatabaseConnection): Promise<void> {
		this.#open.delete(connection as Connection);
	}
	beginTransaction(connection: DatabaseConnection): Promise<void> {
		return (connection as Connection).begin();
	}
	commitTransaction(connection: DatabaseConnection): Promise<void> {
		return (connection as Connection).commit();
	}
	rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		return (connection as Connection).rollback();
	}
}

class Connection implements DatabaseConnection {
	readonly #line: Line;
	#transaction: Transaction | undefined;
	/** What comes on it later is not taken: nobody may go on, outside of it, with a transaction that is gone. */
	#isLost = false;

	constructor(line: Line) {
		this.#line = line;
	}

	begin(): Promise<void> {
		return this.#step("begin", () => {
			this.#demandLine();
			this.#line.statement("begin", () => {
				this.#transaction = this.#line.store.begin(this.#line.now());
			});
		});
	}

	commit(): Promise<void> {
		return this.#step("commit", () => {
			const transaction = this.#demand();
			const line = this.#line;
			let landing: "made" | "lands later";
			try {
				landing = line.commit(() => {
					this.#transaction = undefined;
					line.store.commit(transaction);
				});
			} catch (error) {
				this.lose();
				throw error;
			}
			if (landing === "made") return;
			// The server has the COMMIT and is slow with it; whoever sent it hears that the connection is gone.
			this.#transaction = undefined;
			this.lose();
			line.landLater(transaction);
			throw new PostgresError("08006", "the connection is broken");
		});
	}

	async rollback(): Promise<void> {
		this.#end();
	}

	/** PostgreSQL rolls back what a connection leaves behind. */
	lose(): void {
		this.#isLost = true;
		this.#end();
	}

	#end(): void {
		if (this.#transaction && !this.#transaction.ended) this.#line.store.rollback(this.#transaction);
		this.#transaction = undefined;
	}

	executeQuery<R>({ query }: CompiledQuery): Promise<QueryResult<R>> {
		return this.#step(labelOf(query), () => {
			const line = this.#line;
			const label = labelOf(query);
			this.#demandLine();
			if (this.#transaction)
				return this.#onOpenLine(() => line.statement(label, () => this.#execute<R>(this.#demand(), query)));
			return line.statement(label, () => {
				const own = line.store.begin(line.now());
				try {
					const result = this.#execute<R>(own, query);
					line.store.commit(own);
					return result;
				} finally {
					if (!own.ended) line.store.rollback(own);
				}
			});
		});
	}

	/** What broke the line took the transaction with it. */
	#onOpenLine<T>(call: () => T): T {
		try {
			return call();
		} catch (error) {
			if (isBroken(error)) this.lose();
			throw error;
		}
	}

	streamQuery(): AsyncIterableIterator<never> {
		throw new Error("the memory database streams nothing");
	}

	#step<T>(label: string, action: () => T): Promise<T> {
		const { scheduler, process } = this.#line;
		return scheduler.step(process, label, () => {
			const answer = action();
			const here = running.getStore();
			if (here) here.answeredAtStep = scheduler.taken;
			return answer;
		});
	}

	#demandLine(): void {
		if (this.#isLost) throw new PostgresError("08003", "the connection is gone");
	}

	#demand(): Transaction {
		this.#demandLine();
		if (this.#transaction && !this.#transaction.ended) return this.#transaction;
		throw new PostgresError("08003", "there is no transaction");
	}

	/** A statement is made whole or not at all: one that must wait leaves nothing behind. */
	#execute<R>(transaction: Transaction, query: RootOperationNode): QueryResult<R> {
		if (transaction.aborted) throw new PostgresError("25P02", "the transaction is aborted");
		const before = new Map([...transaction.writes].map(([table, rows]) => [table, new Map(rows)]));
		const { store } = this.#line;
		const { identity } = store;
		transaction.waitsFor = null;
		try {
			const { rows, affected } =
				query.kind === "RawNode"
					? runRaw(store, transaction, query as RawNode)
					: runStatement(store, transaction, query);
			store.witness?.asked(transaction, query, { rows, affected }, identity);
			return { rows: rows as R[], numAffectedRows: BigInt(affected) };
		} catch (error) {
			if (error instanceof PostgresError || error instanceof MustWait)
				store.witness?.asked(transaction, query, error, identity);
			transaction.writes.clear();
			for (const [table, rows] of before) transaction.writes.set(table, rows);
			if (error instanceof PostgresError) transaction.aborted = true;
			else if (!(error instanceof MustWait)) this.#line.unable(error);
			else if (waitForEachOther(transaction, error.holder)) this.#line.unable(new Error(`deadlock: ${labelOf(query)}`));
			throw error;
		}
	}
}

/** PostgreSQL would end one of them after a second; here nobody may come to that. */
function waitForEachOther(transaction: Transaction, holder: Transaction): boolean {
	transaction.waitsFor = holder;
	for (let next: Transaction | null = holder; next !== null; next = next.waitsFor)
		if (next === transaction) return true;
	return false;
}

function isBroken(error: unknown): boolean {
	return error instanceof PostgresError && error.code.startsWith("08");
}

function labelOf(query: RootOperationNode): string {
	if (query.kind === "RawNode") return textOf(query as RawNode).slice(0, 60);
	const table = (query as { into?: TableLike; table?: TableLike }).into ?? (query as { table?: TableLike }).table;
	const from = (query as { from?: { froms: readonly TableLike[] } }).from?.froms[0];
	const name = (table ?? from)?.table?.identifier.name ?? (table ?? from)?.node?.table?.identifier.name ?? "";
	return `${query.kind.replace("QueryNode", "").toLowerCase()} ${name}`;
}

interface TableLike {
	table?: { identifier: { name: string } };
	node?: { table?: { identifier: { name: string } } };
}

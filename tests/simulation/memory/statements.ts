/** Statements of Kysely's syntax tree on the memory store: select, insert, update, delete. One call is one statement. */
import type {
	AggregateFunctionNode,
	AliasNode,
	ColumnNode,
	DeleteQueryNode,
	IdentifierNode,
	InsertQueryNode,
	JoinNode,
	OperationNode,
	OrderByItemNode,
	PrimitiveValueListNode,
	RawNode,
	ReferenceNode,
	ReturningNode,
	SelectionNode,
	SelectQueryNode,
	TableNode,
	UpdateQueryNode,
	ValueListNode,
	ValueNode,
	ValuesNode,
} from "kysely";
import { evaluate, isTrue } from "#tests/simulation/memory/expressions.ts";
import type { MemoryStore, Seen, Transaction } from "#tests/simulation/memory/memory-store.ts";
import { textOf } from "#tests/simulation/memory/raw-fragments.ts";
import { compare, type Row, type Value } from "#tests/simulation/memory/rows.ts";
import type { Scope } from "#tests/simulation/memory/scope.ts";

export interface StatementResult {
	rows: Row[];
	affected: number;
}

interface Statement {
	store: MemoryStore;
	transaction: Transaction;
	outer: Readonly<Record<string, Row>>;
}

export function runStatement(store: MemoryStore, transaction: Transaction, node: OperationNode): StatementResult {
	const statement: Statement = { store, transaction, outer: {} };
	switch (node.kind) {
		case "SelectQueryNode": {
			const rows = select(statement, node as SelectQueryNode);
			return { rows, affected: rows.length };
		}
		case "InsertQueryNode":
			return insert(statement, node as InsertQueryNode);
		case "UpdateQueryNode":
			return update(statement, node as UpdateQueryNode);
		case "DeleteQueryNode":
			return remove(statement, node as DeleteQueryNode);
		default:
			throw new Error(`the memory database does not know the statement ${node.kind}`);
	}
}

function scopeOf({ store, transaction, outer }: Statement, tables: Readonly<Record<string, Row>>): Scope {
	return {
		tables: { ...outer, ...tables },
		now: transaction.now,
		query: (node, scope) => select({ store, transaction, outer: scope.tables }, node as SelectQueryNode),
		rows: (table) => store.see(transaction, table).map(({ row }) => row),
	};
}

/** One combination of rows that FROM and JOIN make; `seen` are those of the first table, to be locked or written. */
interface Combination {
	tables: Record<string, Row>;
	seen: Seen;
}

function select(statement: Statement, node: SelectQueryNode): Row[] {
	const { store, transaction } = statement;
	const [from] = node.from?.froms ?? [];
	if (!from || (node.from?.froms.length ?? 0) > 1) throw new Error("a select has one table here");
	if (node.distinctOn || node.setOperations || node.with || node.having || node.offset) {
		throw new Error("the memory database does not know this form of select");
	}
	const { table, alias } = sourceOf(from);
	const skipLocked = modifiers(node).includes("SkipLocked");
	let combinations: Combination[] = store
		.see(transaction, table)
		.map((seen) => ({ tables: { [alias]: seen.row }, seen }));
	for (const join of node.joins ?? []) combinations = joined(statement, combinations, join);
	combinations = combinations.filter(({ tables }) => isTrue(node.where?.where, scopeOf(statement, tables)));
	if (skipLocked) combinations = combinations.filter(({ seen }) => !store.isLocked(transaction, table, seen.rowId));
	combinations = ordered(statement, combinations, node.orderBy?.items ?? []);
	const limit = node.limit ? Number(evaluate(node.limit.limit, scopeOf(statement, {}))) : Number.POSITIVE_INFINITY;
	const isGrouped = node.groupBy !== undefined || (node.selections ?? []).some(isAggregate);
	if (!isGrouped) combinations = combinations.slice(0, limit);
	if (modifiers(node).includes("ForUpdate")) {
		for (const { seen } of combinations) store.lockRow(transaction, table, seen.rowId);
	}
	if (isGrouped) return grouped(statement, combinations, node).slice(0, limit);
	return combinations.map(({ tables }) => project(statement, tables, node.selections ?? []));
}

function modifiers(node: SelectQueryNode): string[] {
	return (node.endModifiers ?? []).map((modifier) => modifier.modifier ?? "");
}

function sourceOf(node: OperationNode): { table: string; alias: string } {
	if (node.kind === "AliasNode") {
		const { node: inner, alias } = node as AliasNode;
		return { table: sourceOf(inner).table, alias: (alias as IdentifierNode).name };
	}
	if (node.kind !== "TableNode") throw new Error(`the memory database cannot select from ${node.kind}`);
	const { name } = (node as TableNode).table.identifier;
	return { table: name, alias: name };
}

function joined(statement: Statement, combinations: readonly Combination[], join: JoinNode): Combination[] {
	const { table, alias } = sourceOf(join.table);
	const right = statement.store.see(statement.transaction, table);
	const nothing = Object.fromEntries(Object.keys(statement.store.shape(table).columns).map((name) => [name, null]));
	return combinations.flatMap((left) => {
		const found = right
			.map(({ row }) => ({ ...left, tables: { ...left.tables, [alias]: row } }))
			.filter(({ tables }) => isTrue(join.on?.on, scopeOf(statement, tables)));
		if (found.length > 0 || join.joinType === "InnerJoin") return found;
		if (join.joinType !== "LeftJoin") throw new Error(`the memory database does not know ${join.joinType}`);
		return [{ ...left, tables: { ...left.tables, [alias]: nothing } }];
	});
}

function ordered(statement: Statement, combinations: Combination[], items: readonly OrderByItemNode[]): Combination[] {
	if (items.length === 0) return combinations;
	const keyed = combinations.map((each) => ({
		each,
		keys: items.map(({ orderBy }) => evaluate(orderBy, scopeOf(statement, each.tables))),
	}));
	const signs = items.map(({ direction }) => (direction && textOf(direction as RawNode) === "desc" ? -1 : 1));
	keyed.sort((a, b) => {
		for (const [index, sign] of signs.entries()) {
			const order = compare(a.keys[index], b.keys[index]) ?? 0;
			if (order !== 0) return order * sign;
		}
		return 0;
	});
	return keyed.map(({ each }) => each);
}

function isAggregate({ selection }: SelectionNode): boolean {
	if (selection.kind !== "AliasNode") return false;
	const { node } = selection as AliasNode;
	return node.kind === "AggregateFunctionNode" || isRawCount(node);
}

/** A count that is cast in raw SQL. */
function isRawCount(node: OperationNode): boolean {
	return node.kind === "RawNode" && textOf(node as RawNode) === "count(*)::integer";
}

function grouped(statement: Statement, combinations: readonly Combination[], node: SelectQueryNode): Row[] {
	const keys = node.groupBy?.items.map((item) => item.groupBy) ?? [];
	const groups = new Map<string, Combination[]>();
	for (const each of combinations) {
		const key = JSON.stringify(keys.map((part) => evaluate(part, scopeOf(statement, each.tables))));
		groups.set(key, [...(groups.get(key) ?? []), each]);
	}
	if (keys.length === 0 && groups.size === 0) groups.set("[]", []);
	return [...groups.values()].map((members) => {
		const row: Row = {};
		for (const selection of node.selections ?? []) {
			if (!isAggregate(selection)) {
				Object.assign(row, members[0] ? project(statement, members[0].tables, [selection]) : {});
				continue;
			}
			const { node: inner, alias } = selection.selection as AliasNode;
			row[(alias as IdentifierNode).name] = isRawCount(inner)
				? members.length
				: aggregate(statement, members, inner as AggregateFunctionNode);
		}
		return row;
	});
}

function aggregate(
	statement: Statement,
	members: readonly Combination[],
	{ func, aggregated }: AggregateFunctionNode,
): Value {
	const [of] = aggregated;
	const isStar = of === undefined || of.kind === "SelectAllNode" || of.kind === "SelectionNode";
	const values = isStar
		? []
		: members.map(({ tables }) => evaluate(of, scopeOf(statement, tables))).filter((value) => value !== null);
	if (func === "count") return String(isStar ? members.length : values.length);
	if (func === "max" || func === "min") {
		const sign = func === "max" ? 1 : -1;
		return values.reduce<Value>((best, value) => (best === null || compare(value, best) === sign ? value : best), null);
	}
	if (func !== "sum") throw new Error(`the memory database does not know ${func}()`);
	if (values.length === 0) return null;
	const minor = values.reduce<bigint>((sum, value) => sum + BigInt(String(value).replace(".", "")), 0n);
	const text = String(minor).padStart(3, "0");
	return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

function project(statement: Statement, tables: Record<string, Row>, selections: readonly SelectionNode[]): Row {
	const row: Row = {};
	const scope = scopeOf(statement, tables);
	for (const { selection } of selections) {
		if (selection.kind === "SelectAllNode") Object.assign(row, ...Object.values(tables));
		else if (selection.kind === "ReferenceNode" && (selection as ReferenceNode).column.kind === "SelectAllNode") {
			Object.assign(row, tables[(selection as ReferenceNode).table?.table.identifier.name ?? ""]);
		} else if (selection.kind === "AliasNode") {
			const { node, alias } = selection as AliasNode;
			row[(alias as IdentifierNode).name] = evaluate(node, scope);
		} else row[columnName(selection)] = evaluate(selection, scope);
	}
	return row;
}

function columnName(node: OperationNode): string {
	const column = node.kind === "ReferenceNode" ? (node as ReferenceNode).column : node;
	if (column.kind !== "ColumnNode") throw new Error(`${node.kind} has no name`);
	return (column as ColumnNode).column.name;
}

function returned(statement: Statement, table: string, rows: readonly Row[], returning?: ReturningNode): Row[] {
	if (!returning) return [];
	return rows.map((row) => project(statement, { [table]: row }, returning.selections));
}

function insert(statement: Statement, node: InsertQueryNode): StatementResult {
	const { store, transaction } = statement;
	const table = sourceOf(node.into as OperationNode).table;
	const names = (node.columns ?? []).map(({ column }) => column.name);
	const lists = (node.values as ValuesNode).values;
	const { onConflict } = node;
	const target = onConflict ? (onConflict.columns?.map(({ column }) => column.name) ?? null) : undefined;
	const rows: Row[] = [];
	for (const list of lists) {
		const values = Object.fromEntries(valuesOf(statement, list).map((value, index) => [names[index] ?? "", value]));
		const result = store.insert(transaction, table, values, target);
		if ("inserted" in result) {
			rows.push(result.inserted);
			continue;
		}
		if (onConflict?.doNothing) continue;
		// The row in the way is locked, as PostgreSQL does, whether it is changed or not; who does nothing waits for no lock.
		store.lockRow(transaction, table, result.conflict.rowId);
		const scope = { ...scopeOf(statement, { [table]: result.conflict.row }), excluded: values as Row };
		if (!isTrue(onConflict?.updateWhere?.where, scope)) continue;
		const set = updatesOf(onConflict?.updates ?? [], scope);
		rows.push(store.update(transaction, table, result.conflict, set));
	}
	return { rows: returned(statement, table, rows, node.returning), affected: rows.length };
}

function valuesOf(statement: Statement, list: OperationNode): unknown[] {
	if (list.kind === "PrimitiveValueListNode") return [...(list as PrimitiveValueListNode).values];
	return (list as ValueListNode).values.map((value) =>
		value.kind === "DefaultInsertValueNode" ? undefined : evaluate(value, scopeOf(statement, {})),
	);
}

function updatesOf(updates: readonly { column: OperationNode; value: OperationNode }[], scope: Scope) {
	return Object.fromEntries(
		updates
			.filter(({ value }) => !(value.kind === "ValueNode" && (value as ValueNode).value === undefined))
			.map(({ column, value }) => [columnName(column), evaluate(value, scope)]),
	);
}

function update(statement: Statement, node: UpdateQueryNode): StatementResult {
	const { store, transaction } = statement;
	const { table, alias } = sourceOf(node.table as OperationNode);
	const found = store
		.see(transaction, table)
		.filter(({ row }) => isTrue(node.where?.where, scopeOf(statement, { [alias]: row })));
	const rows = found.map((seen) => {
		const scope = scopeOf(statement, { [alias]: seen.row });
		return store.update(transaction, table, seen, updatesOf(node.updates ?? [], scope));
	});
	return { rows: returned(statement, alias, rows, node.returning), affected: rows.length };
}

function remove(statement: Statement, node: DeleteQueryNode): StatementResult {
	const { store, transaction } = statement;
	const { table, alias } = sourceOf(node.from.froms[0] as OperationNode);
	const found = store
		.see(transaction, table)
		.filter(({ row }) => isTrue(node.where?.where, scopeOf(statement, { [alias]: row })));
	for (const seen of found) store.delete(transaction, table, seen);
	const rows = found.map(({ row }) => row);
	return { rows: returned(statement, alias, rows, node.returning), affected: found.length };
}

/** Expressions of Kysely's syntax tree, evaluated for one row. Three-valued as in SQL: null is "not known". */
import type {
	AndNode,
	BinaryOperationNode,
	ColumnNode,
	OperationNode,
	OperatorNode,
	OrNode,
	ParensNode,
	PrimitiveValueListNode,
	RawNode,
	ReferenceNode,
	TableNode,
	UnaryOperationNode,
	ValueListNode,
	ValueNode,
} from "kysely";
import { evaluateRaw } from "#tests/simulation/memory/raw-fragments.ts";
import { compare, type Row, type Value } from "#tests/simulation/memory/rows.ts";
import type { Scope } from "#tests/simulation/memory/scope.ts";

export function isTrue(node: OperationNode | undefined, scope: Scope): boolean {
	return node === undefined || evaluate(node, scope) === true;
}

export function evaluate(node: OperationNode, scope: Scope): Value {
	switch (node.kind) {
		case "ValueNode":
			return (node as ValueNode).value as Value;
		case "ReferenceNode":
			return readColumn(node as ReferenceNode, scope);
		case "ColumnNode":
			return findColumn((node as ColumnNode).column.name, undefined, scope);
		case "ParensNode":
			return evaluate((node as ParensNode).node, scope);
		case "AndNode":
			return both(evaluate((node as AndNode).left, scope), () => evaluate((node as AndNode).right, scope));
		case "OrNode":
			return either(evaluate((node as OrNode).left, scope), () => evaluate((node as OrNode).right, scope));
		case "UnaryOperationNode":
			return unary(node as UnaryOperationNode, scope);
		case "BinaryOperationNode":
			return binary(node as BinaryOperationNode, scope);
		case "RawNode":
			return raw(node as RawNode, scope);
		case "PrimitiveValueListNode":
			return (node as PrimitiveValueListNode).values as readonly Value[];
		case "ValueListNode":
			return (node as ValueListNode).values.map((each) => evaluate(each, scope));
		case "SelectQueryNode":
			return scalar(scope.query(node, scope));
		default:
			throw new Error(`the memory database does not know the expression ${node.kind}`);
	}
}

function raw(node: RawNode, scope: Scope): Value {
	const parameters = node.parameters.map((parameter) => evaluate(parameter, scope));
	return evaluateRaw(node, parameters, scope);
}

/** The one value of an inner query. */
function scalar(rows: readonly Row[]): Value {
	const [first] = rows;
	return first ? (Object.values(first)[0] ?? null) : null;
}

function readColumn({ column, table }: ReferenceNode, scope: Scope): Value {
	if (column.kind !== "ColumnNode") throw new Error("a star is no value");
	return findColumn(column.column.name, table, scope);
}

function findColumn(name: string, table: TableNode | undefined, scope: Scope): Value {
	const source = table?.table.identifier.name;
	if (source === "excluded" && scope.excluded) return scope.excluded[name] ?? null;
	if (source !== undefined) {
		const row = scope.tables[source];
		if (!row || !(name in row)) throw new Error(`no column ${source}.${name}`);
		return row[name] as Value;
	}
	const rows = Object.values(scope.tables).reverse();
	const row = rows.find((each) => name in each);
	if (!row) throw new Error(`no column ${name}`);
	return row[name] as Value;
}

function both(left: Value, right: () => Value): Value {
	if (left === false) return false;
	const second = right();
	return second === false ? false : left === null || second === null ? null : true;
}

function either(left: Value, right: () => Value): Value {
	if (left === true) return true;
	const second = right();
	return second === true ? true : left === null || second === null ? null : false;
}

function unary({ operator, operand }: UnaryOperationNode, scope: Scope): Value {
	const name = (operator as OperatorNode).operator;
	if (name === "exists") return scope.query(operand, scope).length > 0;
	if (name === "not exists") return scope.query(operand, scope).length === 0;
	const value = evaluate(operand, scope);
	if (name === "not") return value === null ? null : !value;
	throw new Error(`the memory database does not know the operator ${name}`);
}

function binary({ leftOperand, operator, rightOperand }: BinaryOperationNode, scope: Scope): Value {
	const name = (operator as OperatorNode).operator;
	const left = evaluate(leftOperand, scope);
	if (name === "in" || name === "not in") {
		const found = members(rightOperand, scope).some((each) => compare(left, each) === 0);
		return left === null ? null : found === (name === "in");
	}
	const right = evaluate(rightOperand, scope);
	if (name === "is") return isNullish(left) === isNullish(right) && (isNullish(left) || left === right);
	if (name === "is not") return !(isNullish(left) === isNullish(right) && (isNullish(left) || left === right));
	if (name === "+") return Number(left) + Number(right);
	if (name === "is distinct from") return !(left === right || compare(left, right) === 0);
	const order = compare(left, right);
	if (order === null) return null;
	const verdict = { "=": order === 0, "<>": order !== 0, "!=": order !== 0, "<": order < 0, "<=": order <= 0 };
	const other = { ">": order > 0, ">=": order >= 0 };
	const known = { ...verdict, ...other }[name as "="];
	if (known === undefined) throw new Error(`the memory database does not know the operator ${name}`);
	return known;
}

function isNullish(value: Value): boolean {
	return value === null || value === undefined;
}

function members(node: OperationNode, scope: Scope): readonly Value[] {
	if (node.kind === "SelectQueryNode") return scope.query(node, scope).map((row) => Object.values(row)[0] as Value);
	const list = evaluate(node, scope);
	return Array.isArray(list) ? (list as Value[]) : [list];
}

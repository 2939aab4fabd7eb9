/** Rows as the memory database holds them, and how PostgreSQL compares their values. */

export type Value = string | number | boolean | Date | null | readonly Value[] | object;
export type Row = Record<string, Value>;

/** The default of a column that is the time of its transaction's beginning. */
export const NOW: Value = "now()";

interface UniqueIndex {
	name: string;
	columns: readonly string[];
	/** Only rows where this column is null, or is not; null: all rows. */
	where: { column: string; isNull: boolean } | null;
}

export interface TableShape {
	columns: Record<string, { type: string; default: Value; identity: boolean }>;
	uniques: readonly UniqueIndex[];
}

export type Shapes = Record<string, TableShape>;

/** -1, 0, 1; null when one of both is null, as in SQL. Text of digits alone is an id or a numeric. */
export function compare(a: Value | undefined, b: Value | undefined): number | null {
	if (a === null || b === null || a === undefined || b === undefined) return null;
	if (a === b) return 0;
	if (typeof a === "number" && typeof b === "number") return a < b ? -1 : 1;
	if (a instanceof Date || b instanceof Date) return Math.sign(timeOf(a) - timeOf(b));
	if (typeof a === "string" && typeof b === "string" && !(NUMERIC.test(a) && NUMERIC.test(b))) {
		return a < b ? -1 : a > b ? 1 : 0;
	}
	const [left, right] = [hundredths(a), hundredths(b)];
	return left < right ? -1 : left > right ? 1 : 0;
}

const NUMERIC = /^-?\d+(\.\d{1,2})?$/;

function timeOf(value: Value): number {
	return value instanceof Date ? value.getTime() : Date.parse(String(value));
}

function hundredths(value: Value): bigint {
	if (typeof value === "boolean") return value ? 1n : 0n;
	const [whole = "0", fraction = ""] = String(value).split(".");
	const minor = BigInt(whole.replace("-", "")) * 100n + BigInt(fraction.padEnd(2, "0").slice(0, 2));
	return whole.startsWith("-") ? -minor : minor;
}

export function isEqual(a: Value | undefined, b: Value | undefined): boolean {
	return compare(a, b) === 0;
}

/** What `insert … values` and `update … set` store for what pg would have sent. */
export function stored(type: string, value: unknown): Value {
	if (value === null || value === undefined) return null;
	if (type === "jsonb" && typeof value === "string") return JSON.parse(value) as Value;
	if (type.startsWith("timestamp")) return value instanceof Date ? value : new Date(String(value));
	if (type === "numeric") return withHundredths(String(value));
	if (type === "bigint") return String(value);
	return value as Value;
}

function withHundredths(text: string): string {
	const [whole = "0", fraction = ""] = text.split(".");
	return `${whole}.${fraction.padEnd(2, "0")}`;
}

/** An error as pg throws it. */
export class PostgresError extends Error {
	readonly code: string;
	readonly constraint: string | undefined;

	constructor(code: string, message: string, constraint?: string) {
		super(message);
		this.code = code;
		this.constraint = constraint;
	}
}

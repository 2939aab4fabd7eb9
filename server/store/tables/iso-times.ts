type Shown<Value> = Value extends Date ? string : Value;

/** Returns a row with its times as the contracts have them: ISO 8601 in UTC. */
export function withIsoTimes<Row extends object>(row: Row): { [Name in keyof Row]: Shown<Row[Name]> } {
	const shown = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]);
	return Object.fromEntries(shown);
}

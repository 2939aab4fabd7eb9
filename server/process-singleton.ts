/** Values of which a process has one: Next bundles a module several times, and every copy must find the same value. */

/** Returns the value of this name, which `create` makes at the first call. */
export function processSingleton<Value>(name: string, create: () => Value): Value {
	const place = Symbol.for(`cauri.${name}`);
	const values = globalThis as typeof globalThis & Record<symbol, Value | undefined>;
	values[place] ??= create();
	return values[place];
}

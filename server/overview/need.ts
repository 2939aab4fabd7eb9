import type { Need } from "#lib/contracts/overview.ts";

type Facts = Partial<Omit<Need, "kind" | "since">> & { since?: Date | string | null };

/** Makes a need: by default one thing, without currency, amount and payment. */
export function need(kind: Need["kind"], { since = null, ...facts }: Facts = {}): Need {
	const at = since instanceof Date ? since.toISOString() : since;
	return { kind, count: 1, currency: null, amount: null, payment: null, ...facts, since: at };
}

/** Returns no need where nothing is counted. */
export function counted(kind: Need["kind"], { count, since }: { count: number; since: Date | null }): Need[] {
	return count === 0 ? [] : [need(kind, { count, since })];
}

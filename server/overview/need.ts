import type { Need } from "#lib/contracts/overview.ts";

type Facts = Partial<Omit<Need, "kind" | "since">> & { since?: Date | string | null };

/** Fields that are not given are null; `count` is then 1. */
export function need(kind: Need["kind"], { since = null, ...facts }: Facts = {}): Need {
	const at = since instanceof Date ? since.toISOString() : since;
	return { kind, count: 1, currency: null, amount: null, isAtLeast: false, payment: null, ...facts, since: at };
}

export function counted(kind: Need["kind"], { count, since }: { count: number; since: Date | null }): Need[] {
	return count === 0 ? [] : [need(kind, { count, since })];
}

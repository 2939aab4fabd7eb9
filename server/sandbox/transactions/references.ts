/** Generates references: deposits `DP-CI-WAV-20261121-004127`, withdrawals `TX-20261121-7Q2M41K8`. */
import { sql } from "kysely";
import type { SandboxDatabase } from "#server/sandbox/tables.ts";

/** Numbers deposits within a day. A number may be skipped, but is never used twice. */
export async function nextDepositReference(
	database: SandboxDatabase,
	operator: { code: string; country: string },
	at: Date,
): Promise<string> {
	const { last } = await database
		.insertInto("reference_counter")
		.values({ day: at.toISOString().slice(0, 10), last: 1 })
		.onConflict((conflict) => conflict.column("day").doUpdateSet({ last: sql<number>`reference_counter.last + 1` }))
		.returning("last")
		.executeTakeFirstOrThrow();
	return depositReference(operator, at, last);
}

export function depositReference(operator: { code: string; country: string }, at: Date, sequence: number): string {
	const segment = operator.code.replace(/-/g, "").slice(0, 3).toUpperCase();
	return `DP-${operator.country}-${segment}-${compactDay(at)}-${String(sequence).padStart(6, "0")}`;
}

export function withdrawalReference(at: Date, suffix: string): string {
	return `TX-${compactDay(at)}-${suffix}`;
}

function compactDay(at: Date): string {
	return at.toISOString().slice(0, 10).replace(/-/g, "");
}

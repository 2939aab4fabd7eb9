import type { Selectable } from "kysely";
import {
	OTHER_VALUE,
	type SeenValue,
	type ServiceEndpoint,
	type ServiceRecord,
} from "#lib/contracts/service-record.ts";
import { statusMeaning } from "#lib/payments/status-meaning.ts";
import { requirePermission } from "#server/access/require-permission.ts";
import type { Context } from "#server/context.ts";
import { readFinalFailures } from "#server/payment-records/payment-settings.ts";
import type { Tables } from "#server/store/tables/tables.ts";

type ObservationRow = Selectable<Tables["observation"]>;

/** Reads the service's statistics since installation; the worker writes them every ten seconds. Throws forbidden. */
export async function readServiceRecord(context: Context): Promise<ServiceRecord> {
	requirePermission(context, "settings.read");
	const listed = await readFinalFailures(context.database);
	const rows = await context.database.selectFrom("observation").selectAll().orderBy("last_at", "desc").execute();
	const of = (kind: ObservationRow["kind"]) => rows.filter((row) => row.kind === kind);
	return {
		statuses: statusesOf(of("status"), listed),
		answers: of("answer").map(seenOf),
		errors: of("error").map(seenOf),
		orders: of("order").map(seenOf),
		differences: (["unknown_field", "missing_field", "drift"] as const).flatMap((kind) =>
			of(kind).map((row) => ({ ...seenOf(row), kind })),
		),
		latencies: latenciesOf(of("latency")),
	};
}

/** Lists one row per status, all endpoints together, however long ago the service last sent the status. */
function statusesOf(rows: readonly ObservationRow[], listed: ReadonlySet<string>): ServiceRecord["statuses"] {
	return [...Map.groupBy(rows, ({ value }) => value)].map(([word, group]) => ({
		word,
		count: group.reduce((sum, row) => sum + Number(row.count), 0),
		firstAt: new Date(Math.min(...group.map((row) => row.first_at.getTime()))).toISOString(),
		lastAt: new Date(Math.max(...group.map((row) => row.last_at.getTime()))).toISOString(),
		example: group.find((row) => row.example !== null)?.example ?? null,
		endpoints: group.map(({ endpoint }) => endpoint),
		meaning: meaningOf(word, listed),
	}));
}

function meaningOf(word: string, listed: ReadonlySet<string>): ServiceRecord["statuses"][number]["meaning"] {
	const meaning = word === OTHER_VALUE ? "unrecognised" : statusMeaning(word, listed);
	if (meaning === "failed") return "listed";
	return meaning === "unrecognised" ? meaning : "known";
}

function seenOf({ endpoint, value, count, first_at, last_at, example }: ObservationRow): SeenValue {
	return {
		endpoint,
		word: value,
		count: Number(count),
		firstAt: first_at.toISOString(),
		lastAt: last_at.toISOString(),
		example,
	};
}

function latenciesOf(rows: readonly ObservationRow[]): ServiceRecord["latencies"] {
	return [...Map.groupBy(rows, ({ endpoint }) => endpoint)]
		.map(([endpoint, group]: [ServiceEndpoint, ObservationRow[]]) => {
			const steps = group
				.map(({ value, count }) => ({ bound: Number(value), count: Number(count) }))
				.sort((one, other) => one.bound - other.bound);
			const max = Math.max(...group.map((row) => row.max_ms ?? 0));
			const part = (share: number) => Math.min(stepAt(steps, share), max);
			return {
				endpoint,
				count: steps.reduce((sum, step) => sum + step.count, 0),
				p50: part(0.5),
				p95: part(0.95),
				max,
			};
		})
		.sort((one, other) => one.endpoint.localeCompare(other.endpoint));
}

function stepAt(steps: readonly { bound: number; count: number }[], share: number): number {
	const wanted = steps.reduce((sum, step) => sum + step.count, 0) * share;
	let passed = 0;
	for (const { bound, count } of steps) {
		passed += count;
		if (passed >= wanted) return bound;
	}
	return 0;
}

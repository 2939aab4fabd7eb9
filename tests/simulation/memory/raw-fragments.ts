/** The raw SQL of the payment verbs: a closed table, by its exact text. A fragment that is not here ends the run loudly. */
import type { OperationNode, RawNode } from "kysely";
import { compare, isEqual, type Row, type Value } from "#tests/simulation/memory/rows.ts";
import type { Scope } from "#tests/simulation/memory/scope.ts";

type Fragment = (parameters: readonly Value[], scope: Scope) => Value;

/** `?` stands for a parameter; white space counts as one blank. */
const FRAGMENTS: Record<string, Fragment> = {
	"now()": (_parameters, scope) => scope.now,
	"now() + ? * interval '1 millisecond'": ([ms], scope) => new Date(scope.now.getTime() + Number(ms)),
	"now() - interval '10 minutes'": (_parameters, scope) => new Date(scope.now.getTime() - 600_000),
	"now() - ? * interval '1 millisecond'": ([ms], scope) => new Date(scope.now.getTime() - Number(ms)),
	"(select max(at) from payment_event where payment_id = payment.id) < ?": ([before], scope) => {
		const last = lastEvent(scope);
		return last === null ? null : compare(last, before) === -1;
	},
	"coalesce((select max(at) from payment_event where payment_id = payment.id), created_at) <= case kind when 'payout' then ?::timestamptz else ?::timestamptz end":
		([payout, deposit], scope) => {
			const { kind, created_at: createdAt } = scope.tables.payment ?? {};
			return (compare(lastEvent(scope) ?? createdAt, kind === "payout" ? payout : deposit) ?? 1) <= 0;
		},
	"(attempt.send_deadline < now() or (attempt.permitted_at < ? and not exists (select from worker where worker.id = attempt.worker_id and worker.seen_at >= ?)))":
		([silence], scope) => {
			const { attempt } = scope.tables;
			const isSeen = scope
				.rows("worker")
				.some((worker) => worker.id === attempt?.worker_id && (compare(worker.seen_at, silence) ?? -1) >= 0);
			return (
				compare(attempt?.send_deadline, scope.now) === -1 || (compare(attempt?.permitted_at, silence) === -1 && !isSeen)
			);
		},
	"exists (select from graphile_worker.jobs job where job.key = 'send:' || payment.id and case when job.locked_at is null then job.run_at <= now() else job.locked_at > now() - ? * interval '1 millisecond' end)":
		([atWorkMs], scope) => {
			const since = new Date(scope.now.getTime() - Number(atWorkMs));
			const isOnItsWay = (job: Row) =>
				job.locked_at === null ? (compare(job.run_at, scope.now) ?? 1) <= 0 : compare(job.locked_at, since) === 1;
			return scope.rows("job").some((job) => job.key === `send:${String(scope.tables.payment?.id)}` && isOnItsWay(job));
		},
	"id = any(?)": ([ids], scope) =>
		(ids as readonly Value[]).some((id) => isEqual(id, Object.values(scope.tables).at(-1)?.id)),
	"id <> all(?::bigint[])": ([ids], scope) =>
		!(ids as readonly Value[]).some((id) => isEqual(id, Object.values(scope.tables).at(-1)?.id)),
	"?::timestamptz": ([time]) => (time === null ? null : new Date(String(time))),
};

export function evaluateRaw(node: RawNode, parameters: readonly Value[], scope: Scope): Value {
	const text = textOf(node);
	const fragment = FRAGMENTS[text];
	if (!fragment) throw new Error(`the memory database does not know the fragment ${text}`);
	return fragment(parameters, scope);
}

/** The text of a raw node with `?` for its parameters; inner raw nodes stand as parameters. */
export function textOf({ sqlFragments }: RawNode): string {
	return sqlFragments.join("?").replace(/\s+/g, " ").trim();
}

export function isRaw(node: OperationNode): node is RawNode {
	return node.kind === "RawNode";
}

function lastEvent(scope: Scope): Value {
	const id = scope.tables.payment?.id;
	return scope
		.rows("payment_event")
		.filter((event) => event.payment_id === id)
		.reduce<Value>((last, { at }) => (last === null || compare(at, last) === 1 ? (at ?? null) : last), null);
}

/** The raw statements that payment verbs make: locks, notices, jobs, and what asks the wallet's mirror, which is empty here. */
import type { RawNode, ValueNode } from "kysely";
import type { MemoryStore, Transaction } from "#tests/simulation/memory/memory-store.ts";
import { isRaw, textOf } from "#tests/simulation/memory/raw-fragments.ts";
import { compare, isEqual, type Row, type Value } from "#tests/simulation/memory/rows.ts";

type RawStatement = (store: MemoryStore, transaction: Transaction, values: readonly Value[], node: RawNode) => Row[];

/** By how the text begins. */
const BY_BEGINNING: readonly (readonly [string, RawStatement])[] = [
	["select pg_advisory_xact_lock(", lockAdvisory],
	["select pg_notify(", notify],
	["select graphile_worker.add_job(", addJob],
	["select run_at >= now() + ? * interval '1 millisecond' as is_late from graphile_worker.jobs", readLate],
	["select ? as server, ? as timeline", readServer],
	["with settleable as (", readSettleable],
	["select movement.id, movement.amount, movement.fee", readUnclaimedLines],
];

/** Nothing moved in a wallet that has no lines. */
const OF_THE_MIRROR = [
	"from movement",
	"from reconciliation_decision",
	"cross join lateral",
	"join imported_transaction",
];

export function runRaw(store: MemoryStore, transaction: Transaction, node: RawNode): { rows: Row[]; affected: number } {
	const text = textOf(node);
	const known = BY_BEGINNING.find(([beginning]) => text.startsWith(beginning));
	if (known) {
		const values = node.parameters.map((parameter) => (parameter as ValueNode).value as Value);
		const rows = known[1](store, transaction, values, node);
		return { rows, affected: rows.length };
	}
	if (OF_THE_MIRROR.some((part) => text.includes(part))) return { rows: [], affected: 0 };
	throw new Error(`the memory database does not know ${text}`);
}

function lockAdvisory(store: MemoryStore, transaction: Transaction, [key]: readonly Value[]): Row[] {
	store.lockAdvisory(transaction, String(key));
	return [];
}

function readServer(store: MemoryStore): Row[] {
	return [{ server: store.system, timeline: String(store.timeline).padStart(8, "0") }];
}

/** Told at the commit, as PostgreSQL does. */
function notify(_store: MemoryStore, transaction: Transaction, [channel, payload]: readonly Value[]): Row[] {
	transaction.notices.push([String(channel), String(payload)]);
	return [];
}

/** graphile-worker: a waiting job of the same key is replaced; one that is being worked on stays, without its key. */
function addJob(store: MemoryStore, transaction: Transaction, values: readonly Value[]): Row[] {
	const [task, payload, , delayMs, , key = null] = values;
	const runAt = new Date(transaction.now.getTime() + Number(delayMs));
	const job = { task, payload, key, run_at: runAt, locked_at: null };
	const earlier = key === null ? undefined : store.see(transaction, "job").find(({ row }) => row.key === key);
	if (earlier && earlier.row.locked_at === null) {
		store.update(transaction, "job", earlier, job);
	} else {
		if (earlier) store.update(transaction, "job", earlier, { key: null });
		store.insert(transaction, "job", job);
	}
	return [];
}

/** server/payments/move-payment.ts: jobs that wait under these keys. */
function readLate(store: MemoryStore, transaction: Transaction, [delayMs, keys]: readonly Value[]): Row[] {
	const from = new Date(transaction.now.getTime() + Number(delayMs));
	return store
		.see(transaction, "job")
		.map(({ row }) => row)
		.filter(({ key, locked_at }) => locked_at === null && (keys as readonly Value[]).some((each) => isEqual(each, key)))
		.map(({ run_at }) => ({ is_late: (compare(run_at, from) ?? -1) >= 0 }) as Row);
}

/** server/continuity/read-unexplained.ts. Nothing here is matched, nor has anybody spoken for a line. */
function readUnclaimedLines(
	store: MemoryStore,
	transaction: Transaction,
	[environment, currency, type, from, isAny, amounts, isOld]: readonly Value[],
	node: RawNode,
): Row[] {
	const isNew = node.parameters.find(isRaw);
	if (!isNew || !textOf(isNew).startsWith("movement.")) throw new Error("new lines are known by another sign");
	const isById = textOf(isNew).startsWith("movement.id");
	const since = (isNew.parameters[0] as ValueNode).value as Value;
	// The text says which lines count: a mutation may take it out.
	const mayBeWithdrawn = !textOf(node).includes("withdrawn_at is null");
	return store
		.see(transaction, "movement")
		.map(({ row }) => row)
		.filter((row) => isEqual(row.environment, environment) && isEqual(row.currency, currency))
		.filter((row) => isEqual(row.type, type) && (compare(row.created_at, from) ?? -1) >= 0)
		.filter((row) => isAny === true || (amounts as readonly Value[]).some((each) => isEqual(each, row.amount)))
		.filter((row) => isOld === true || compare(isById ? row.id : row.first_seen_at, since) === 1)
		.filter((row) => mayBeWithdrawn || row.withdrawn_at === null)
		.map(({ id, amount, fee, created_at, occurrence }) => {
			return { id, amount, fee, created_at, is_repeated: Number(occurrence) > 1 } as Row;
		});
}

/** server/payments/settle/verdicts.ts: from when on people may settle, by the database's clock. */
function readSettleable(store: MemoryStore, transaction: Transaction, [waitMinutes, id]: readonly Value[]): Row[] {
	const rows = (table: string) => store.see(transaction, table).map(({ row }) => row);
	const payment = rows("payment").find((row) => isEqual(row.id, id));
	const attempt = rows("attempt").find((row) => isEqual(row.payment_id, id));
	const deadlines = [attempt?.send_deadline, payment?.payer_deadline, payment?.may_have_left_until];
	if (!deadlines.some((time) => time instanceof Date)) return [];
	const latest = Math.max(...deadlines.map((time) => (time instanceof Date ? time.getTime() : 0)));
	const at = new Date(latest + Number(waitMinutes) * 60_000);
	return [{ at, wait: Math.max(0, Math.ceil((at.getTime() - transaction.now.getTime()) / 1_000)) }];
}

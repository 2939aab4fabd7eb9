/** The raw statements that payment verbs make: locks, notices, jobs, and what asks the wallet's mirror, which is empty here. */
import type { RawNode, ValueNode } from "kysely";
import type { MemoryStore, Transaction } from "#tests/simulation/memory/memory-store.ts";
import { textOf } from "#tests/simulation/memory/raw-fragments.ts";
import { isEqual, type Row, type Value } from "#tests/simulation/memory/rows.ts";

type RawStatement = (store: MemoryStore, transaction: Transaction, values: readonly Value[]) => Row[];

/** By how the text begins. */
const BY_BEGINNING: readonly (readonly [string, RawStatement])[] = [
	["select pg_advisory_xact_lock(", lockAdvisory],
	["select pg_notify(", () => []],
	["select graphile_worker.add_job(", addJob],
	["select ? as server, ? as timeline", readServer],
	["with settleable as (", readSettleable],
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
		const rows = known[1](store, transaction, values);
		return { rows, affected: rows.length };
	}
	if (OF_THE_MIRROR.some((part) => text.includes(part))) return { rows: [], affected: 0 };
	throw new Error(`the memory database does not know ${text}`);
}

function lockAdvisory(store: MemoryStore, transaction: Transaction, [key]: readonly Value[]): Row[] {
	store.lockAdvisory(transaction, String(key));
	return [];
}

/** One server for the whole of a run; a world may say otherwise. */
function readServer(store: MemoryStore): Row[] {
	return [{ ...(store.server ?? { server: "7000000000000000001", timeline: "00000001" }) }];
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

/** server/payments/settlement-words.ts: from when on people may settle, by the database's clock. */
function readSettleable(store: MemoryStore, transaction: Transaction, [waitMinutes, id]: readonly Value[]): Row[] {
	const rows = (table: string) => store.see(transaction, table).map(({ row }) => row);
	const payment = rows("payment").find((row) => isEqual(row.id, id));
	const attempt = rows("attempt").find((row) => isEqual(row.payment_id, id));
	const ofPayment = payment && (payment.kind === "deposit" || !attempt) ? payment.deadline_at : null;
	const deadlines = [attempt?.deadline_at ?? null, ofPayment];
	if (!deadlines.some((time) => time instanceof Date)) return [];
	const latest = Math.max(...deadlines.map((time) => (time instanceof Date ? time.getTime() : 0)));
	const at = new Date(latest + Number(waitMinutes) * 60_000);
	return [{ at, wait: Math.max(0, Math.ceil((at.getTime() - transaction.now.getTime()) / 1_000)) }];
}

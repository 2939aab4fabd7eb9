import { Kysely, PostgresDialect } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { listAudit } from "#server/audit/list-audit.ts";
import { advanceHead, stopIfDatabaseSuspect } from "#server/continuity/database-mismatch.ts";
import { readDeskStatus } from "#server/overview/read-desk-status.ts";
import { readOverview } from "#server/overview/read-overview.ts";
import { listPayments } from "#server/payments/read/list-payments.ts";
import { readPayment } from "#server/payments/read/read-payment.ts";
import { sumPayments } from "#server/payments/read/sum-payments.ts";
import { readEvidence } from "#server/payments/resolve/read-evidence.ts";
import { mergeOutcomes } from "#server/payments/send/outcome-file.ts";
import { recoverAttempts } from "#server/payments/send/recover-attempts.ts";
import { requeuePayments } from "#server/payments/send/requeue-payments.ts";
import { expirePayments } from "#server/payments/stop/expire-payments.ts";
import { checkPayment } from "#server/payments/watch/check-payment.ts";
import { nameLines } from "#server/reconciliation/name-lines.ts";
import { proveDays } from "#server/reconciliation/prove-days.ts";
import { readReconciliation } from "#server/reconciliation/read-reconciliation.ts";
import { reconcileWallet } from "#server/reconciliation/reconcile-wallet.ts";
import { searchDesk } from "#server/search/search-desk.ts";
import type { Tables } from "#server/store/tables/tables.ts";
import { lookUpImported } from "#server/transactions/look-up-imported.ts";
import { keepBalance } from "#server/wallets/keep-balance.ts";
import { readRows } from "#server/wallets/movement-rows.ts";
import { forgetOldWorkers } from "#server/worker/run-worker.ts";
import { fillLargeBooks } from "#tests/integration/server/store/large-books.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { writeHeartbeatAlone } from "#tests/support/desk/write-heartbeat-alone.ts";
import { walletService } from "#tests/support/wallet/wallet-service.ts";

const CURRENCY = "XOF";
// Tables with a hundred thousand rows or more after a large year, which no page or round may read whole.
const LARGE = new Set([
	...["movement", "payment", "payment_event", "attempt", "decision", "balance_reading", "audit_entry"],
	...["reconciliation_line", "reconciliation_exception"],
]);

const { pool, database } = await createTestDatabase();
/** Statement → the last values, as the verbs asked it. */
const asked = new Map<string, readonly unknown[]>();
const recorded = new Kysely<Tables>({
	dialect: new PostgresDialect({ pool }),
	log: ({ query }) => void asked.set(query.sql, query.parameters),
});
const system = systemContext({ database: recorded, service: walletService() });
const { environment } = system.config;
const admin = await addMember(database, "admin");
const context = contextFor(system, admin);

beforeAll(async () => {
	const maker = await addMember(database, "maker");
	const approver = await addMember(database, "approver");
	const people = { makerId: maker.id, approverId: approver.id };
	await fillLargeBooks(pool, { environment, currency: CURRENCY, ...people, now: system.clock.now() });
}, 300_000);

/** The worker's round of every 15 seconds, and each of its jobs once. */
async function work(): Promise<void> {
	await writeHeartbeatAlone(system, "worker");
	await forgetOldWorkers(system);
	if (!(await stopIfDatabaseSuspect({ system, workerId: "worker" }))) await advanceHead(system, "worker");
	await mergeOutcomes(system);
	await recoverAttempts(system);
	await expirePayments(system);
	await requeuePayments(system);
	await keepBalance(system, { currency: CURRENCY });
	await lookUpImported(system);
	await checkPayment(system, { paymentId: "payment-00099950" }).catch(() => undefined);
	await reconcileWallet(system, { currency: CURRENCY });
	await proveDays(system, { currency: CURRENCY });
}

/** Reads the pages that people keep open. */
async function load(): Promise<void> {
	await readOverview(context);
	await readDeskStatus(context);
	for (const kind of ["deposit", "payout"] as const) {
		const all = { kind, sort: "-createdAt" } as const;
		const { nextCursor } = await listPayments(context, all);
		await listPayments(context, { ...all, cursor: nextCursor ?? "" });
		await listPayments(context, { ...all, state: "open" });
		await listPayments(context, { ...all, state: "unknown" });
		await listPayments(context, { ...all, state: "succeeded" });
		for (const name of ["Ndiaye 77", "koffi 9", "no such words"]) await listPayments(context, { ...all, name });
		for (const search of ["REF-999", "no such words", "Ndiaye 77", "05 00 01 22 33"]) {
			await listPayments(context, { ...all, search });
			await sumPayments(context, { kind, search });
		}
	}
	await readPayment(context, { kind: "payout", id: "payment-00099950" });
	await readEvidence(context, { kind: "payout", id: "payment-00099890" });
	await readReconciliation(context, { currency: CURRENCY });
	const rowsOf = { sort: "-createdAt", after: null, limit: 50 } as const;
	await readRows(context, { filter: { currency: CURRENCY }, ...rowsOf });
	await readRows(context, { filter: { currency: CURRENCY, name: "Ndiaye 77" }, ...rowsOf });
	await listAudit(context, {});
	const { rows } = await pool.query("select id from movement order by created_at desc limit 50");
	await nameLines(context, { currency: CURRENCY, ids: rows.map(({ id }) => id), balances: "yes" });
	for (const text of [
		"loyer",
		"Ndiaye 77",
		"Kouassi 99",
		"no such words",
		"REF-999",
		"TX-2026",
		"12 500",
		"05 00 01 22 33",
		"payment-00000007",
	]) {
		await searchDesk(context, { text });
	}
}

interface Plan {
	"Node Type": string;
	"Relation Name"?: string;
	Filter?: string;
	Plans?: Plan[];
}

/** Large tables that are read whole. Under a limit and without a condition, only a few rows are read. */
function scans(plan: Plan, isLimited = false): string[] {
	const { "Node Type": kind, "Relation Name": table = "", Filter: filter, Plans: parts = [] } = plan;
	const isWhole = kind === "Seq Scan" && LARGE.has(table) && !(isLimited && filter === undefined);
	return [...(isWhole ? [table] : []), ...parts.flatMap((part) => scans(part, kind === "Limit"))];
}

test("no statement that comes back with each round, each job or each page reads a large table whole", async () => {
	await work();
	await load();
	const statements = [...asked].filter(([text]) => /^(select|with|update|delete|insert)\b/i.test(text.trim()));
	expect(statements.length).toBeGreaterThan(60);
	const found: string[] = [];
	for (const [text, values] of statements) {
		const { rows } = await pool.query(`explain (format json) ${text}`, [...values]);
		const tables = scans(rows[0]["QUERY PLAN"][0].Plan);
		if (tables.length > 0) found.push(`${[...new Set(tables)].join(", ")}: ${text.replace(/\s+/g, " ").slice(0, 300)}`);
	}
	expect(found).toEqual([]);
}, 120_000);

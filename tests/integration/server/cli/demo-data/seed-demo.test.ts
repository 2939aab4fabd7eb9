import { sql } from "kysely";
import { expect, test } from "vitest";
import { DEMO_PASSWORD } from "#server/access/password/demo-password.ts";
import { verifyPassword } from "#server/access/password/passwords.ts";
import { readSandboxPast } from "#server/cli/demo-data/sandbox-past.ts";
import { seedDemo } from "#server/cli/demo-data/seed-demo.ts";
import { makeDiscrepancies } from "#server/cli/demo-data/wallet-discrepancies.ts";
import { requireNoDemoData } from "#server/cli/launcher/demo-mark.ts";
import { prepareSandbox } from "#server/cli/launcher/prepare-demo.ts";
import { type AuditFacts, auditHash, FIRST_HASH } from "#server/store/audit-chain.ts";
import { addMember } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { findRow } from "#tests/support/rows/rows.ts";

const NOW = new Date("2026-03-10T15:00:00.000Z");
const SEED = { environment: "demo-test", currencies: ["XOF", "XAF"], sandboxOrigin: "http://localhost:4010", now: NOW };
const { database, pool } = await createTestDatabase();
const foreign = await createTestDatabase();

await prepareSandbox(pool, NOW);
const told = await seedDemo(pool, SEED);

async function countsByState(): Promise<Record<string, number>> {
	const rows = await database
		.selectFrom("payment")
		.select(["kind", "state", ({ fn }) => fn.countAll<string>().as("count")])
		.groupBy(["kind", "state"])
		.execute();
	return Object.fromEntries(rows.map(({ kind, state, count }) => [`${kind} ${state}`, Number(count)]));
}

test("the demo holds deposits and payouts in every state that they can rest in", async () => {
	const counts = await countsByState();
	expect(counts).toMatchObject({ "payout unknown": 1, "payout needs_review": 1, "payout awaiting_approval": 5 });
	for (const state of [
		"deposit pending",
		"deposit succeeded",
		"deposit failed",
		"deposit refused",
		"deposit not_sent",
		"payout pending",
		"payout succeeded",
		"payout failed",
		"payout rejected",
		"payout cancelled",
		"payout expired",
		"payout refused",
		"payout not_sent",
	])
		expect(counts[state], state).toBeGreaterThan(0);
	expect(told).toBeGreaterThan(3_000);
});

test("every payment with a reference says what the sandbox says of it, but for the one contradiction", async () => {
	const past = new Map((await readSandboxPast(pool)).map((transaction) => [transaction.reference, transaction]));
	const payments = await database.selectFrom("payment").selectAll().where("reference", "is not", null).execute();
	const differing = payments.filter((payment) => {
		const known = past.get(payment.reference ?? "");
		return known?.amount !== payment.amount || known.currency !== payment.currency || known.kind !== payment.kind;
	});
	expect(payments.length).toBeGreaterThan(2_500);
	expect(differing.map((payment) => payment.state)).toEqual(["needs_review"]);
	const succeeded = payments.filter((payment) => payment.state === "succeeded");
	expect(succeeded.every((payment) => past.get(payment.reference ?? "")?.status === "success")).toBe(true);
});

test("each payment's events count its versions, end in its state, and none is in the future", async () => {
	const { rows } = await sql<{ id: string }>`
		select payment.id from payment
		join lateral (select count(*) as steps, max(version) as version, max(at) as at,
			(array_agg(state order by version desc))[1] as state from payment_event where payment_id = payment.id) event on true
		where event.steps <> payment.version or event.version <> payment.version or event.state <> payment.state
			or event.at > ${NOW}`.execute(database);
	expect(rows).toEqual([]);
});

test("what was sent has its one attempt, what was not has none", async () => {
	const { rows } = await sql<{ id: string; state: string }>`
		select payment.id, payment.state from payment left join attempt on attempt.payment_id = payment.id
		where (attempt.id is null) <> (payment.sent_at is null)`.execute(database);
	expect(rows).toEqual([]);
});

test("the audit chain is whole and in the order of time", async () => {
	const entries = await auditEntries(database);
	let previous = FIRST_HASH;
	let broken = 0;
	for (const entry of entries) {
		const told: AuditFacts = {
			at: entry.at,
			memberId: entry.member_id,
			action: entry.action,
			subjectKind: entry.subject_kind,
			subjectId: entry.subject_id,
			details: entry.details,
			memberName: entry.member_name,
			writtenBy: entry.written_by,
		};
		if (entry.previous_hash !== previous || auditHash(previous, told) !== entry.hash) broken += 1;
		previous = entry.hash;
	}
	expect(entries.length).toBeGreaterThan(10_000);
	expect(broken).toBe(0);
	expect(entries.every((entry, index) => index === 0 || entry.at >= (entries[index - 1]?.at ?? entry.at))).toBe(true);
});

test("nothing was imported or looked up before it was made", async () => {
	const { rows } = await sql<{ reference: string }>`
		select reference from (
			select reference, imported_at as at from imported_transaction union all select reference, looked_up_at from lookup
		) as told join sandbox.transaction using (reference) where told.at < transaction.created_at`.execute(database);
	expect(rows).toEqual([]);
	const { rows: told } =
		await sql`select reference from imported_transaction union all select reference from lookup`.execute(database);
	expect(told.length).toBeGreaterThan(200);
});

test("its four members can sign in, one of each role", async () => {
	const members = await database.selectFrom("member").selectAll().orderBy("role").execute();
	expect(members.map((member) => member.role)).toEqual(["admin", "approver", "maker", "viewer"]);
	expect(await verifyPassword(members[0]?.password_hash ?? null, DEMO_PASSWORD)).toBe(true);
});

test("a second seeding adds nothing", async () => {
	const before = await countsByState();
	await prepareSandbox(pool, new Date(NOW.getTime() + 3_600_000));
	expect(await seedDemo(pool, SEED)).toBe(0);
	expect(await countsByState()).toEqual(before);
});

test("a start that was killed before it told the payments leaves the wallet's differences as they are", async () => {
	const books = async () =>
		(
			await sql`select sum(abs(balance)) as money, (select count(*) from sandbox.movement) as lines,
				(select sum(id) from sandbox.movement) as ids from sandbox.account`.execute(database)
		).rows;
	const before = await books();
	await makeDiscrepancies(pool, new Date(NOW.getTime() + 60_000), () => false);
	expect(await books()).toEqual(before);
});

test("production refuses a database of the demo, and the demo one of a business", async () => {
	await expect(requireNoDemoData(database)).rejects.toThrow("whose passwords everybody knows");
	await addMember(foreign.database, "admin");
	await prepareSandbox(foreign.pool, NOW);
	await expect(seedDemo(foreign.pool, SEED)).rejects.toThrow("a business's own members");
	await expect(requireNoDemoData(foreign.database)).resolves.toBeUndefined();
});

test("the guards have something to show: three tiers, limits, one of two approvals, and the same payment again with its reason", async () => {
	const rules = await database.selectFrom("payout_rule").selectAll().execute();
	expect(rules.map(({ currency }) => currency).sort()).toEqual(["XAF", "XOF"]);
	const waiting = await database.selectFrom("payment").selectAll().where("state", "=", "awaiting_approval").execute();
	const half = await database
		.selectFrom("decision")
		.select("payment_id")
		.where(
			"payment_id",
			"in",
			waiting.map(({ id }) => id),
		)
		.execute();
	const large = waiting.filter(({ id }) => half.some(({ payment_id }) => payment_id === id));
	expect(large.map(({ amount }) => amount)).toEqual(["1450000.00"]);
	const [again, ...others] = waiting.filter(({ duplicate_reason }) => duplicate_reason !== null);
	expect(others).toEqual([]);
	const [earlierId = ""] = again?.duplicate_of ?? [];
	const earlier = await findRow(database, "payment", { id: earlierId });
	expect(earlier).toMatchObject({ state: "succeeded", amount: again?.amount, phone_number: again?.phone_number });
});

test("the first start of a demo is a usual morning: the lines and looks of its past are known, and signed", async () => {
	const { rows } = await sql<{
		lines: string;
		listed: string;
		looks: string;
		reach: string | null;
		seen: string | null;
	}>`
		select (select count(*) from movement) as lines,
			(select count(*) from sandbox.movement where shown_from is null or shown_from <= ${NOW}::timestamptz) as listed,
			(select max(id) from balance_reading)::text as looks, (select max(reading_id) from worker)::text as reach,
			(select max(movement_id) from worker)::text as seen`.execute(database);
	expect(rows[0]?.lines).toBe(rows[0]?.listed);
	expect(rows[0]?.reach).toBe(rows[0]?.looks);
	expect(Number(rows[0]?.seen)).toBeGreaterThan(3_000);
	const counted = await sql<{ rows: string }>`select sum(mirror_rows) as rows from movement_sync`.execute(database);
	expect(counted.rows[0]?.rows).toBe(rows[0]?.lines);
});

test("the demo has a batch of salaries that is paid, one that paused itself after three refusals, and a draft with faults", async () => {
	const { rows } = await pool.query<{ name: string; paused: boolean; states: string[] | null; faulty: string }>(`
		select name, is_batch_paused(batch) as paused,
			(select array_agg(distinct state order by state) from payment where batch_id = batch.id) as states,
			(select count(*) from batch_row where batch_id = batch.id and faults <> '[]') as faulty
		from batch order by created_at`);
	expect(rows).toEqual([
		{ name: expect.stringMatching(/^Salaires /), paused: false, states: ["succeeded"], faulty: "0" },
		{ name: "Fournisseurs de la semaine", paused: true, states: ["approved", "refused"], faulty: "0" },
		{ name: "Primes de fin d’année", paused: false, states: null, faulty: "5" },
	]);
});

test("the book holds 200 recipients, and every payout of the past has its name", async () => {
	const { count } = await database
		.selectFrom("recipient")
		.select(({ fn }) => fn.countAll<string>().as("count"))
		.executeTakeFirstOrThrow();
	expect(Number(count)).toBe(200);
	const past = (await readSandboxPast(pool)).filter(({ kind }) => kind === "payout");
	const numbers = new Set((await database.selectFrom("recipient").select("number").execute()).map((one) => one.number));
	expect(past.filter(({ phone_number: number }) => !numbers.has(number))).toEqual([]);
});

import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { parseDecimal } from "#lib/money.ts";
import { payin, payout, testSandbox } from "#tests/integration/server/sandbox/test-sandbox.ts";

const sandbox = testSandbox();

type Act =
	| { kind: "deposit"; amount: number; suffix: string }
	| { kind: "payout"; amount: number; suffix: string }
	| { kind: "time"; ms: number };

const amount = fc.integer({ min: 1, max: 400_000 });
const act: fc.Arbitrary<Act> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant("deposit" as const),
			amount,
			suffix: fc.constantFrom("789", "039", "129"),
		}),
	},
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant("payout" as const),
			amount,
			suffix: fc.constantFrom("781", "781", "089", "129", "189", "199"),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant("time" as const), ms: fc.integer({ min: 0, max: 6_000 }) }) },
);

async function perform(one: Act): Promise<unknown> {
	if (one.kind === "time") return sandbox.advance(one.ms);
	if (one.kind === "deposit")
		return sandbox.post("/transactions/payin/", payin({ amount: one.amount, phone_number: `2250503456${one.suffix}` }));
	const body = payout({ amount: one.amount, destination: `+2250503456${one.suffix}` });
	// Two magic numbers cut the connection.
	return sandbox.post("/transactions/payout/", body).catch(() => null);
}

async function checkLedger(): Promise<void> {
	const { rows: unbalanced } =
		await sql`select journal_id from sandbox.entry join sandbox.account on account.id = account_id
		group by journal_id, currency having sum(amount) <> 0`.execute(sandbox.database());
	expect(unbalanced).toEqual([]);
	const { rows: wrong } =
		await sql`select account.id from sandbox.account left join sandbox.entry on account_id = account.id
		group by account.id having balance <> coalesce(sum(amount), 0) or (balance < 0 and kind <> 'operators')`.execute(
			sandbox.database(),
		);
	expect(wrong).toEqual([]);
	const { rows } = await sql<{ expected: string; balance: string; held: string; reserved: string }>`select
		(select coalesce(sum(case type when 'deposit' then amount - fee else -amount - fee end), 0) from sandbox.movement where currency = 'XOF')::text as expected,
		(select balance from sandbox.account where id = 'wallet:XOF')::text as balance,
		(select coalesce(sum(amount + fee), 0) from sandbox.transaction where kind = 'withdrawal' and status = 'pending')::numeric(20,2)::text as held,
		coalesce((select balance from sandbox.account where id = 'reserved:XOF'), 0)::numeric(20,2)::text as reserved`.execute(
		sandbox.database(),
	);
	const [row] = rows;
	expect(row?.reserved).toBe(row?.held);
	const spent = (parseDecimal(row?.balance ?? "") ?? 0n) + (parseDecimal(row?.reserved ?? "") ?? 0n);
	expect(spent).toBe(parseDecimal(row?.expected ?? "") ?? 0n);
}

describe("the ledger", () => {
	test("sums to zero, equals the movements less what is reserved, and is never negative, whatever happens at once", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 24 }), async (acts) => {
				await sandbox.control("POST", "/reset");
				await sandbox.control("POST", "/funds", { currency: "XOF", amount: "600000" });
				await Promise.all(acts.map(perform));
				await checkLedger();
				await sandbox.advance(10_000);
				await checkLedger();
			}),
			{ numRuns: 12, seed: 20_261_120 },
		);
	});

	test("lets of twenty payouts at once exactly those through that the wallet can bear", async () => {
		await sandbox.control("POST", "/reset");
		await sandbox.control("POST", "/funds", { currency: "XOF", amount: "505000" });
		const answers = await Promise.all(
			Array.from({ length: 20 }, () => sandbox.post("/transactions/payout/", payout({ amount: 100_000 }))),
		);
		const statuses = answers.map((answer) => answer.status).sort();
		expect(statuses).toEqual([...Array.from({ length: 5 }, () => 201), ...Array.from({ length: 15 }, () => 400)]);
		expect((await sandbox.get("/wallets/fiat/XOF/")).json.balance).toBe("0.00");
		await checkLedger();
	});

	test("cannot be changed or unbalanced by hand", async () => {
		const database = sandbox.database();
		await expect(database.updateTable("entry").set({ amount: "1.00" }).execute()).rejects.toThrow("append-only");
		await expect(database.deleteFrom("journal").execute()).rejects.toThrow("append-only");
		const journal = await database.selectFrom("journal").select("id").executeTakeFirstOrThrow();
		const entry = { journal_id: journal.id, account_id: "wallet:KES", amount: "1.00" };
		await expect(database.insertInto("entry").values(entry).execute()).rejects.toThrow("does not sum to zero");
	});
});

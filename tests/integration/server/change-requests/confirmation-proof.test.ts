import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { StepUpQuestion } from "#lib/contracts/second-factor.ts";
import { readChangeDigest } from "#server/guarded-changes/read-change-requests.ts";
import type { DatabaseTransaction } from "#server/store/database.ts";
import { openFactorDesk, stepUp } from "#tests/support/desk/factor-desk.ts";
import { askedFor } from "#tests/support/desk/second-admin.ts";
import { insertRows, updateRows } from "#tests/support/rows/rows.ts";

const desk = await openFactorDesk();
const { database, clock } = desk;

beforeEach(() => updateRows(database, "change_request", { state: "waiting" }, { state: "withdrawn" }));

const signedIn = () => desk.signedIn("admin");
type Visitor = Awaited<ReturnType<typeof signedIn>>;

const MINUTES = { payoutMinutes: 2_000, depositMinutes: 60 };
async function askedBy(asker: Visitor, payoutMinutes = MINUTES.payoutMinutes) {
	await stepUp(asker, { purpose: "settings" });
	const answer = await asker.send<object>("PUT", "/api/payment-expiry", { ...MINUTES, payoutMinutes });
	return askedFor(answer.body);
}
const decide = (who: Visitor, id: string, decision: string) =>
	who.send<{ state: string }>("POST", `/api/change-requests/${id}`, { decision });

describe("the confirmation of a change", () => {
	test("asks for a fresh proof, shows of what, and is done with it once", async () => {
		const [asker, second] = [await signedIn(), await signedIn()];
		const { id } = await askedBy(asker);
		const need = { purpose: "confirm", change: id };
		expect(await decide(second, id, "confirm")).toMatchObject({ status: 403, code: "step_up_needed", stepUp: need });
		const question = await second.send<StepUpQuestion>("POST", "/api/step-up/challenge", need);
		expect(question.body.change).toMatchObject({ id, after: { payoutMinutes: 2_000 } });
		expect((await stepUp(second, need)).status).toBe(204);
		expect(await decide(second, id, "confirm")).toMatchObject({ status: 200, body: { state: "confirmed" } });
	});

	test("is not done with a proof for settings, for another change, of another person, nor with one of five minutes ago", async () => {
		const [asker, second, third] = [await signedIn(), await signedIn(), await signedIn()];
		const first = await askedBy(asker, 3_000);
		await decide(asker, first.id, "withdraw");
		const { id } = await askedBy(asker, 4_000);
		await stepUp(second, { purpose: "settings" });
		expect((await stepUp(second, { purpose: "confirm", change: first.id })).code).toBe("change_over");
		const shared = await asker.send<object>("PUT", "/api/shared-wallets", { currency: "XAF", shared: true });
		const other = { purpose: "confirm", change: askedFor(shared.body).id };
		expect((await stepUp(second, other)).status).toBe(204);
		expect((await decide(second, id, "confirm")).code).toBe("step_up_needed");
		await stepUp(third, { purpose: "confirm", change: id });
		expect((await decide(second, id, "confirm")).code).toBe("step_up_needed");
		await stepUp(second, { purpose: "confirm", change: id });
		clock.advance(5 * 60_000);
		expect((await decide(second, id, "confirm")).code).toBe("step_up_needed");
		// A refusal only holds the change back, so it needs no proof.
		expect((await decide(second, id, "refuse")).status).toBe(200);
	});

	test("shows the change to nobody who could not confirm it", async () => {
		const { id } = await askedBy(await signedIn(), 6_000);
		for (const role of ["viewer", "maker"] as const) {
			const who = await desk.signedIn(role);
			expect((await who.send("GET", "/api/change-requests")).code).toBe("forbidden");
			const question = await who.send("POST", "/api/step-up/challenge", { purpose: "confirm", change: id });
			expect(question).toMatchObject({ status: 403, code: "forbidden" });
		}
	});

	test("is refused by the database without a proof that is spent in the same transaction", async () => {
		const [asker, second] = [await signedIn(), await signedIn()];
		const { id } = await askedBy(asker, 5_000);
		await stepUp(second, { purpose: "confirm", change: id });
		await expect(database.transaction().execute((trx) => confirm(trx, id, second))).rejects.toThrow(REFUSED);
		const digest = await readChangeDigest(database, id);
		await database.transaction().execute((trx) => spend(trx, { by: second, digest }));
		await expect(database.transaction().execute((trx) => confirm(trx, id, second))).rejects.toThrow(REFUSED);
	});

	test.each<[string, (other: Visitor) => Partial<Spent>]>([
		["over other facts", () => ({ digest: "of another change" })],
		["of another person", (other) => ({ by: other })],
		["for another purpose", () => ({ purpose: "settle" })],
		["that nobody answered", () => ({ isProved: false })],
	])("is refused by the database with a proof %s", async (_, but) => {
		const [asker, second] = [await signedIn(), await signedIn()];
		const { id } = await askedBy(asker, 6_000);
		const spent: Spent = { by: second, digest: await readChangeDigest(database, id) };
		const push = (change: Partial<Spent>) =>
			database.transaction().execute(async (trx) => {
				await spend(trx, { ...spent, ...change });
				await confirm(trx, id, second);
			});
		await expect(push(but(asker))).rejects.toThrow(REFUSED);
		// With the right proof only the change itself is missing.
		await expect(push({})).rejects.toThrow("a confirmed change takes effect in the same commit");
	});

	test("is bound to the request, its kind, its subject, what stood and what shall", async () => {
		const facts = { id: "one", kind: "payment_expiry", subject: "payment_expiry", before: { a: 1 }, after: { a: 2 } };
		const digestOf = async (change: object) => {
			const row = sql`jsonb_populate_record(null::change_request, ${JSON.stringify({ ...facts, ...change })}::jsonb)`;
			return (await database.selectNoFrom(sql<string>`change_digest(${row})`.as("digest")).executeTakeFirstOrThrow())
				.digest;
		};
		const changes = [{}, { id: "two" }, { kind: "payout_rule" }, { subject: "XOF" }, { before: {} }, { after: {} }];
		expect(new Set(await Promise.all(changes.map(digestOf))).size).toBe(changes.length);
	});
});

const REFUSED = "a change is confirmed with a fresh proof";

function confirm(trx: DatabaseTransaction, id: string, by: Visitor) {
	const confirmed = { state: "confirmed", decided_by: by.id } as const;
	return trx.updateTable("change_request").set(confirmed).where("id", "=", id).execute();
}

interface Spent {
	by: Visitor;
	digest: string;
	purpose?: "confirm" | "settle";
	isProved?: boolean;
}

/** Uses up a proof, as code in the web program could write it. */
async function spend(trx: DatabaseTransaction, { by, digest, purpose = "confirm", isProved = true }: Spent) {
	const id = randomBytes(16).toString("hex");
	const row = { id, member_id: by.id, session_key: id, purpose, digest, nonce: id, created_at: clock.now() };
	await trx.insertInto("step_up").values(row).execute();
	const proof = { method: "password", proved_at: clock.now() } as const;
	if (isProved) await trx.updateTable("step_up").set(proof).where("id", "=", id).execute();
	await trx.insertInto("step_up_subject").values({ step_up_id: id, digest, used_at: clock.now() }).execute();
}

test("no proof is born proved", async () => {
	const { id } = await desk.visitor("admin");
	const row = { id: "born-proved", member_id: id, session_key: "s", purpose: "settings", nonce: "n" } as const;
	const insert = insertRows(database, "step_up", {
		...row,
		created_at: clock.now(),
		proved_at: clock.now(),
		method: "password",
	});
	await expect(insert).rejects.toThrow("a proof begins as a question");
});

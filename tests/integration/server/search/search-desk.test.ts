import fc from "fast-check";
import { expect, test } from "vitest";
import { searchAnswerSchema, searchRequestSchema } from "#lib/contracts/search.ts";
import type { PaymentKind, PaymentState } from "#lib/payment-state.ts";
import type { Actor } from "#server/context.ts";
import { createRecipient } from "#server/recipients/create-recipient.ts";
import { searchDesk } from "#server/search/search-desk.ts";
import { addMember, contextFor, systemContext, TEST_NOW } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { insertImport } from "#tests/support/rows/insert-import.ts";
import { insertPayment } from "#tests/support/rows/insert-payment.ts";
import { insertRows } from "#tests/support/rows/rows.ts";

const { pool, database } = await createTestDatabase();
const system = systemContext({ database });
const { environment } = system.config;
const [viewer, maker, admin] = [
	await addMember(database, "viewer"),
	await addMember(database, "maker"),
	await addMember(database, "admin"),
];

let made = 0;
async function pay(
	facts: {
		kind?: PaymentKind;
		state?: PaymentState;
		amount?: string;
		currency?: string;
		phone?: string;
		note?: string;
		reference?: string;
	} = {},
): Promise<string> {
	made += 1;
	const id = `payment-${String(made).padStart(4, "0")}`;
	const { phone: phone_number = "+2250500000000", ...others } = facts;
	const created_at = new Date(TEST_NOW.getTime() + made * 1_000);
	return insertPayment(system, maker, {
		id,
		state: "succeeded",
		amount: "5000.00",
		phone_number,
		created_at,
		...others,
	});
}

async function hits(text: string, member: Actor = viewer) {
	const input = searchRequestSchema.parse({ text });
	return searchAnswerSchema.parse(await searchDesk(contextFor(system, member), input)).hits;
}

/** Ids of the payments found, each with the reason of its match. */
async function found(text: string) {
	return (await hits(text)).flatMap((hit) => (hit.is === "payment" ? [[hit.payment.id, hit.why]] : []));
}

test("an amount is found however it is grouped, with or without its currency, of both kinds, the newest first", async () => {
	const payout = await pay({ amount: "415000.00" });
	const deposit = await pay({ amount: "415000.00", kind: "deposit", state: "pending" });
	const other = await pay({ amount: "415000.00", currency: "XAF" });
	for (const text of ["415000", "415 000", "415,000", "415.000", "−415\u00a0000", "415 000 FCFA"]) {
		expect(await found(text), text).toEqual([other, deposit, payout].map((id) => [id, "amount"]));
	}
	expect(await found("415 000 XOF")).toEqual([deposit, payout].map((id) => [id, "amount"]));
	expect(await found("xaf 415000")).toEqual([[other, "amount"]]);
	expect(await found("415001")).toEqual([]);
});

test("each hit says why it was found, its state, and its number masked", async () => {
	const id = await pay({ phone: "+2250503456789", note: "Loyer de mars", reference: "TX-AB-777", state: "unknown" });
	const [hit] = await hits("TX-AB-777");
	expect(hit).toMatchObject({ is: "payment", why: "reference", exact: true, payment: { id, state: "unknown" } });
	expect(hit).toMatchObject({ payment: { who: "+225 05 •• •• 67 89", note: "Loyer de mars", reference: "TX-AB-777" } });
	expect(JSON.stringify(hit)).not.toContain("0503456789");
	expect(await hits("tx-ab")).toMatchObject([{ why: "reference", exact: false }]);
	expect(await hits("-777")).toMatchObject([{ why: "reference", exact: false }]);
	expect(await hits(id)).toMatchObject([{ why: "id", exact: true }]);
	expect(await found("loyer")).toEqual([[id, "note"]]);
	for (const text of ["05 03 45 67 89", "+225 05 03 45 67 89", "00225 0503456789", "3456789"]) {
		expect(await found(text), text).toEqual([[id, "number"]]);
	}
});

test("names and purposes are found by the beginnings of their words, in any order, without capitals or accents; what fits in two ways is shown once, for the surer reason", async () => {
	const id = await pay({ note: "Salaire d’août · Mariam Koné, INV-2026/114" });
	for (const text of ["koné", "KONE mariam", "Kone\u0301", "aout", "inv-2026", "2026/114", "salai kon"]) {
		expect(await found(text), text).toEqual([[id, "note"]]);
	}
	for (const text of ["one", "koné ibrahima", "laire"]) expect(await found(text), text).toEqual([]);
	const apostrophe = await pay({ note: "Adjoa N’Guessan" });
	for (const text of ["nguessan", "n'guess adjoa", "N Guessan"])
		expect(await found(text), text).toEqual([[apostrophe, "note"]]);
	const joined = await pay({ note: "Nguessan Yao" });
	expect(await found("n’guessan yao")).toEqual([[joined, "note"]]);
	const joint = await pay({ note: "Cœur et sœurs" });
	for (const text of ["coeur", "cœur", "soeurs", "sœu"]) expect(await found(text), text).toEqual([[joint, "note"]]);
	const surer = await pay({ reference: "KONATE", note: "Konate" });
	expect(await found("konate")).toEqual([[surer, "reference"]]);
});

test("of hundreds of references that begin alike, the newest are shown", async () => {
	for (let sequence = 1_000; sequence < 1_210; sequence += 1) await pay({ reference: `TX-20260701-${sequence}` });
	const newest = (await hits("TX-2026")).map((hit) => hit.is === "payment" && hit.payment.reference);
	expect(newest).toEqual([1_209, 1_208, 1_207, 1_206, 1_205].map((sequence) => `TX-20260701-${sequence}`));
});

test("members are found by name and address, by who may see them", async () => {
	await database.updateTable("member").set({ name: "Fatou N’Diaye" }).where("id", "=", maker.id).execute();
	expect(await hits("diaye fat", admin)).toMatchObject([
		{ is: "member", why: "name", member: { id: maker.id, role: "maker", disabled: false } },
	]);
	expect(await hits(maker.email.slice(0, 9), admin)).toMatchObject([{ is: "member", why: "email" }]);
	expect(await hits("diaye fat")).toEqual([]);
});

test("batches are found by words of their names, the newest first, without capitals or accents", async () => {
	for (const [n, name] of ["Salaires novembre", "Primes de NOVÉMBRE", "Loyers"].entries())
		await insertRows(database, "batch", {
			...{ id: `batch-${n}`, environment, name, maker_id: maker.id, idempotency_key: `k-${n}`, request_digest: "d" },
			created_at: new Date(TEST_NOW.getTime() + n),
		});
	expect(await hits("novemb")).toMatchObject([
		{ is: "batch", why: "name", batch: { id: "batch-1", rowCount: 0 } },
		{ is: "batch", why: "name", batch: { id: "batch-0", name: "Salaires novembre" } },
	]);
	expect(await hits("novembre sal")).toMatchObject([{ batch: { id: "batch-0" } }]);
	expect(await hits("octobre")).toEqual([]);
});

test("lines of a wallet with that amount are counted, and an imported transaction is found by its whole reference", async () => {
	await pool.query(
		`insert into movement (environment, currency, type, amount, fee, created_at, occurrence, first_seen_at)
		select $1, 'XOF', 'deposit', 88123, 0, now(), n, now() from generate_series(1, 120) as n`,
		[environment],
	);
	expect(await hits("88 123")).toEqual([
		{ is: "movements", why: "amount", currency: "XOF", amount: "88123.00", count: 99, more: true },
	]);
	for (const reference of ["PORTAL-1", "TX-AB-777"]) await insertImport(system, admin, { reference });
	expect(await hits("portal-1")).toEqual([
		{ is: "transaction", why: "reference", reference: "PORTAL-1", status: "success" },
	]);
	expect((await hits("TX-AB-777")).map(({ is }) => is)).toEqual(["payment"]);
});

test("any text whatsoever is answered, and with a few hits at most; a text that is too short or too long is not asked about", async () => {
	for (let turn = 0; turn < 40; turn += 1) await pay({ note: "Rent", amount: "77.00", reference: `RENT-${turn}` });
	expect((await found("rent")).length).toBeLessThanOrEqual(20);
	await fc.assert(
		fc.asyncProperty(fc.string({ unit: "binary", maxLength: 80 }), async (text) => {
			const input = searchRequestSchema.safeParse({ text });
			if (input.success) await searchDesk(contextFor(system, admin), input.data);
		}),
		{ numRuns: 200, examples: [["'':*&|!"], ["\\'"], ["%_%"], ["a:*b"], ["\u{10FFFF}x"], ["o'neill"], ["'||id||'"]] },
	);
	for (const text of ["", " a ", "x".repeat(81), "a\0b"])
		expect(searchRequestSchema.safeParse({ text }).success).toBe(false);
});

test("recipients of the book are found by name, by purpose and by the end of their number, masked, with what stops a payout", async () => {
	const number = "+2250576543210";
	const input = { name: "Zénaïde Kouamé", number, purpose: "Catering" };
	const added = await createRecipient(contextFor(system, maker), input, "recipient-of-the-book-0001");
	const [hit] = await hits("zenaide");
	expect(hit).toEqual({
		...{ is: "recipient", why: "name" },
		recipient: {
			...{ id: added.id, name: "Zénaïde Kouamé", number: "+225 05 •• •• 32 10", operatorName: null },
			...{ purpose: "Catering", blocked: false },
		},
	});
	expect((await hits("cater"))[0]).toMatchObject({ is: "recipient" });
	expect((await hits("76543210"))[0]).toMatchObject({ is: "recipient", why: "number" });
	await insertRows(database, "blocked_number", { number, reason: "asked to", member_id: admin.id, at: TEST_NOW });
	expect((await hits("zenaide"))[0]).toMatchObject({ recipient: { blocked: true } });
	await database.updateTable("recipient").set({ archived_at: TEST_NOW }).where("id", "=", added.id).execute();
	expect((await hits("zenaide")).filter(({ is }) => is === "recipient")).toEqual([]);
});

test("of a recipient's hundreds of payments under no name, the newest are shown", async () => {
	const phone = "+2250576500001";
	await createRecipient(
		contextFor(system, maker),
		{ name: "Ets Ouattara", number: phone },
		"recipient-of-the-book-0002",
	);
	const ids: string[] = [];
	for (let n = 0; n < 210; n += 1) ids.push(await pay({ phone }));
	expect(await found("ouattara")).toEqual(
		ids
			.slice(-5)
			.reverse()
			.map((id) => [id, "name"]),
	);
});

/** A stolen web program can write a decision in an approver's name, so the worker requires the passkey's own signature. */

import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import type { Context } from "#server/context.ts";
import { decidePayout } from "#server/payments/approve/decide-payout.ts";
import { noteApproverKeys } from "#server/payments/rules/approval-signature.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { contextFor } from "#tests/support/contexts.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { withoutGuards } from "#tests/support/database/without-guards.ts";
import { byPasskey, openFactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { letFactorsCount } from "#tests/support/desk/let-factors-count.ts";
import { type SoftwarePasskey, softwarePasskey } from "#tests/support/desk/software-passkey.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { findRow, insertRows, updateRows } from "#tests/support/rows/rows.ts";

const desk = await openPaymentDesk();
const { database } = desk;
const factors = await openFactorDesk({ ...desk.system, clock: desk.clock });
const worker = new pg.Pool({ connectionString: programUrl(desk.url, "worker"), max: 1 });
afterAll(() => worker.end());

/** Makes the worker's note of the key a day old. */
const age = (memberId: string) =>
	updateRows(
		database,
		"approver_key",
		{ member_id: memberId },
		{ seen_at: sql`seen_at - interval '25 hours'`, gone_at: sql`gone_at - interval '25 hours'` },
	);

let approver: Visitor;
let passkey: SoftwarePasskey;
/** The approver, as code in the web program may claim to be; the database believes the claim. */
let claimed: Context;

async function withPasskey(): Promise<{ who: Visitor; key: SoftwarePasskey }> {
	const who = await factors.signedIn("approver");
	const { passkey: key } = await who.enrolPasskey();
	await letFactorsCount(database, who.id);
	await noteApproverKeys(database);
	return { who, key };
}

beforeEach(async () => {
	({ who: approver, key: passkey } = await withPasskey());
	await age(approver.id);
	const member = await findRow(database, "member", { id: approver.id });
	claimed = contextFor(desk.system, member);
});

const need = (...payouts: Payment[]) => ({
	purpose: "approve",
	subjects: payouts.map(({ id, version }) => ({ kind: "payout", id, version })),
});
const approve = (who: Visitor, { id, version }: Payment) =>
	who.send<Payment>("POST", `/api/payouts/${id}/decision`, { decision: "approve", version });
const forge = ({ id, version }: Payment, by = claimed) => decidePayout(by, { id, version, decision: "approve" });

async function expectSentOnce(payout: Payment): Promise<void> {
	expect(await desk.send(payout)).toBe("attempted");
	expect(desk.posts()).toHaveLength(1);
}

async function expectAskedAgain(payout: Payment): Promise<void> {
	expect(await desk.send(payout)).toBe("signature_missing");
	expect(desk.posts()).toHaveLength(0);
	const back = await desk.read(payout);
	expect(back).toMatchObject({ state: "awaiting_approval", approval: { given: [] } });
	expect(back.history.at(-1)?.event).toBe("signature_missing");
}

async function expectForgedInVain(): Promise<Payment> {
	const payout = await desk.requested();
	await forge(payout);
	await expectAskedAgain(payout);
	return payout;
}

describe("an approver with a passkey", () => {
	test("signs what is approved, and the payout leaves", async () => {
		const [one, two] = [await desk.requested(), await desk.requested()];
		expect((await stepUp(approver, need(one, two), byPasskey(passkey))).status).toBe(204);
		for (const payout of [two, one]) expect((await approve(approver, payout)).status).toBe(200);
		await expectSentOnce(one);
	});

	test("approves by nothing else: the app is not offered, and no code of it accepted", async () => {
		const { secret } = await approver.enrolTotp();
		await letFactorsCount(database, approver.id);
		const payout = await desk.requested();
		const byCode = () => ({ method: "totp", code: factors.codeOf(secret, 1) });
		let offered: unknown = null;
		const proof = await stepUp(approver, need(payout), (question) => {
			offered = question.methods;
			return byCode();
		});
		expect(offered).toEqual(["passkey"]);
		expect(proof.code).toBe("factor_too_new");
		expect((await stepUp(approver, { purpose: "settings" }, byCode)).status).toBe(204);
	});

	test("signs for as long as the payout waits: proofs are deleted after a month, but not what an approval names", async () => {
		const payout = await desk.requested();
		expect((await stepUp(approver, need(payout), byPasskey(passkey))).status).toBe(204);
		expect((await approve(approver, payout)).status).toBe(200);
		const before = database.updateTable("step_up").set({ created_at: sql`created_at - interval '31 days'` });
		await before.where("member_id", "=", approver.id).execute();
		expect((await stepUp(approver, { purpose: "settings" }, byPasskey(passkey))).status).toBe(204);
		await expectSentOnce(payout);
	});

	test("whose signature does not count can approve again with it", async () => {
		const again = await desk.read(await expectForgedInVain());
		expect((await stepUp(approver, need(again), byPasskey(passkey))).status).toBe(204);
		expect((await approve(approver, again)).status).toBe(200);
		await expectSentOnce(again);
	});
});

describe("a decision that the web program forges", () => {
	test("with the signature over another payout sends nothing", async () => {
		const [signed, payout] = [await desk.requested(), await desk.requested()];
		expect((await stepUp(approver, need(signed), byPasskey(passkey))).status).toBe(204);
		const proofs = database.selectFrom("step_up").select("id").where("member_id", "=", approver.id);
		const { id } = await proofs.executeTakeFirstOrThrow();
		const presence: Context["presence"] = {
			...claimed.presence,
			async spend(store, _need, [digest = ""]) {
				const row = { step_up_id: id, digest, used_at: new Date() };
				await store.insertInto("step_up_subject").values(row).execute();
				return id;
			},
		};
		await forge(payout, { ...claimed, presence });
		const { step_up_id } = await findRow(database, "decision", { payment_id: payout.id });
		expect(step_up_id).toBe(id);
		await expectAskedAgain(payout);
	});

	test("naming a proof that was signed for another payout sends nothing", async () => {
		const [signed, payout] = [await desk.requested(), await desk.requested()];
		expect((await stepUp(approver, need(signed), byPasskey(passkey))).status).toBe(204);
		expect((await approve(approver, signed)).status).toBe(200);
		await forge(payout);
		// As the web program would have inserted it.
		await withoutGuards(
			database,
			sql`update decision set step_up_id = (select step_up_id from decision where payment_id = ${signed.id})
				where payment_id = ${payout.id}`,
		);
		await expectAskedAgain(payout);
	});

	test("with a passkey that the web program put in place of the approver's sends nothing for a day", async () => {
		const thief = softwarePasskey();
		await asOwner(database, (trx) =>
			insertRows(trx, "passkey", {
				...{ id: thief.id, member_id: approver.id, name: "Another", public_key: Buffer.from("x"), counter: 0 },
				...{ transports: "[]", backed_up: false, created_at: new Date() },
			}),
		);
		await asOwner(database, (trx) => trx.deleteFrom("passkey").where("id", "=", passkey.id).execute());
		await noteApproverKeys(database);
		await expectForgedInVain();
	});

	test("with the approver's passkey taken away for a moment and put back sends nothing", async () => {
		const row = await database.selectFrom("passkey").selectAll().where("id", "=", passkey.id).executeTakeFirstOrThrow();
		await asOwner(database, (trx) => trx.deleteFrom("passkey").where("id", "=", row.id).execute());
		await noteApproverKeys(database);
		const putBack = { ...row, transports: JSON.stringify(row.transports) };
		await asOwner(database, (trx) => trx.insertInto("passkey").values(putBack).execute());
		await noteApproverKeys(database);
		await expectForgedInVain();
	});

	test("with the public key exchanged in its row sends nothing", async () => {
		await withoutGuards(database, sql`update passkey set public_key = 'x' where id = ${passkey.id}`);
		await noteApproverKeys(database);
		await expectForgedInVain();
	});
});

test("the keys that count are written by the worker alone", async () => {
	const web = new pg.Pool({ connectionString: programUrl(desk.url, "web"), max: 1 });
	for (const statement of [
		"insert into approver_key (passkey_id, member_id, public_key) select id, member_id, public_key from passkey",
		"update approver_key set seen_at = now() - interval '2 days'",
		"update approver_key set gone_at = now() - interval '2 days'",
		"delete from approver_key",
	])
		await expect(web.query(statement), statement).rejects.toMatchObject({ code: "42501" });
	await web.end();
	await expect(worker.query("select id, member_id, public_key from passkey")).resolves.toBeTruthy();
	await expect(worker.query("select id, assertion from step_up")).resolves.toBeTruthy();
	await expect(worker.query("select nonce, session_key from step_up")).rejects.toMatchObject({ code: "42501" });
});

test("a passkey counts a day after a worker noted it, and is asked for until a day after it was removed", async () => {
	const { who } = await withPasskey();
	const member = await database.selectFrom("member").selectAll().where("id", "=", who.id).executeTakeFirstOrThrow();
	const forgeNew = async () => {
		const payout = await desk.requested();
		await forge(payout, contextFor(desk.system, member));
		return desk.send(payout);
	};
	// Nothing is promised in the first day, nor for members without a passkey.
	expect(await forgeNew()).toBe("attempted");
	await age(who.id);
	expect(await forgeNew()).toBe("signature_missing");
	await asOwner(database, (trx) => trx.deleteFrom("passkey").where("member_id", "=", who.id).execute());
	await noteApproverKeys(database);
	expect(await forgeNew()).toBe("signature_missing");
	await age(who.id);
	expect(await forgeNew()).toBe("attempted");
});

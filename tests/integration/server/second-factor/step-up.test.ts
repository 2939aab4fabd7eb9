import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Payment } from "#lib/contracts/payment.ts";
import type { StepUpQuestion } from "#lib/contracts/second-factor.ts";
import { byPasskey, openFactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { setTiers, TIERS } from "#tests/support/desk/payout-tiers.ts";
import { newPayout } from "#tests/support/payment-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import { updateRows } from "#tests/support/rows/rows.ts";

const desk = await openFactorDesk();
const { database, clock, payout } = desk;
const MINUTE = 60_000;

const signedIn = (role: "maker" | "approver" | "admin" = "approver") => desk.signedIn(role);

type Payout = Awaited<ReturnType<typeof payout>>;
const need = (...subjects: Payout[]) => ({ purpose: "approve", subjects });
const approve = (who: Visitor, { id, version }: Payout) =>
	who.send<{ state: string }>("POST", `/api/payouts/${id}/decision`, { decision: "approve", version });

describe("a request that nobody approves", () => {
	beforeAll(() => setTiers(database, TIERS));
	afterAll(() => setTiers(database, null));
	const small = () => newPayout({ amount: "1000" });
	const key = () => randomBytes(12).toString("hex");
	const request = (who: Visitor, body: object, by: string) => who.send<Payment>("POST", "/api/payouts", body, by);
	const proveFor = async (who: Visitor, { stepUp: asked }: { stepUp: unknown }) =>
		expect((await stepUp(who, asked as object)).status).toBe(204);

	test("asks its maker for a fresh proof of these facts, shows them beside the question, and leaves after it", async () => {
		const [who, one, by] = [await signedIn("maker"), small(), key()];
		const asked = await request(who, one, by);
		const { destination: phoneNumber, currency, operator, country } = one;
		const order = { of: by, version: 0, amount: "1000.00", currency, operator, country, phoneNumber };
		expect(asked).toMatchObject({ status: 403, code: "step_up_needed", stepUp: { purpose: "request", order } });
		const { body } = await who.send<StepUpQuestion>("POST", "/api/step-up/challenge", asked.stepUp);
		const shown = { amount: "1000.00", currency, name: null, note: null, operatorName: "Orange Money", country };
		expect(body.payments).toMatchObject([{ ...shown, phoneNumber }]);
		await proveFor(who, asked);
		expect(await request(who, one, by)).toMatchObject({ status: 201, body: { state: "approved" } });
	});

	test("is not done with the proof of another request, number or amount; asks for no proof above the first tier: somebody else looks at it", async () => {
		const [who, one, by] = [await signedIn("maker"), small(), key()];
		await proveFor(who, await request(who, one, by));
		for (const [body, under] of [
			[one, key()],
			[small(), by],
			[{ ...one, amount: "1001" }, by],
		] as const)
			expect((await request(who, body, under)).code).toBe("step_up_needed");
		expect((await request(who, one, by)).status).toBe(201);
		const larger = await request(await signedIn("maker"), newPayout({ amount: "50001" }), key());
		expect(larger).toMatchObject({ status: 201, body: { state: "awaiting_approval" } });
	});
});

describe("a correction", () => {
	test.each(["maker", "admin"] as const)(
		"by the %s asks for a fresh proof of what it makes of the payout",
		async (by) => {
			const who = await signedIn(by);
			const maker = by === "maker" ? who : await signedIn("maker");
			const wanted = newPayout();
			const waiting = await maker.send<Payment>("POST", "/api/payouts", wanted);
			const path = `/api/payouts/${waiting.body.id}`;
			const change = { version: 1, amount: "44000" };
			const asked = await who.send("PATCH", path, change);
			const order = { of: waiting.body.id, version: 1, amount: "44000.00", phoneNumber: wanted.destination };
			expect(asked).toMatchObject({ status: 403, code: "step_up_needed", stepUp: { purpose: "request", order } });
			expect((await stepUp(who, asked.stepUp as object)).status).toBe(204);
			expect((await who.send("PATCH", path, { ...change, amount: "43000" })).code).toBe("step_up_needed");
			expect(await who.send("PATCH", path, change)).toMatchObject({ status: 200, body: { amount: "44000.00" } });
		},
	);
});

test("the question before a verdict shows the amount or the reference that it claims", async () => {
	const [who, one] = [await signedIn("admin"), await payout()];
	const shown = async (claim: object) => {
		const asked = { purpose: "settle", subjects: [{ ...one, ...claim }] };
		return (await who.send<StepUpQuestion>("POST", "/api/step-up/challenge", asked)).body.payments;
	};
	const amount = { outcome: "paid_other", amount: "900.00" };
	expect(await shown(amount)).toMatchObject([{ outcome: "paid_other", claimed: "900.00" }]);
	expect(await shown({ reference: "TX-1" })).toMatchObject([{ outcome: "reference", claimed: "TX-1" }]);
	expect(await shown({})).toMatchObject([{ outcome: null, claimed: null }]);
});

describe("an approval", () => {
	test("asks for a fresh proof, says of what, and counts after it; the proof is kept when it fails for another reason, and spent by one approval", async () => {
		const [who, one] = [await signedIn(), await payout()];
		const asked = await approve(who, one);
		expect(asked).toMatchObject({ status: 403, code: "step_up_needed", stepUp: need(one) });
		expect((await stepUp(who, need(one))).status).toBe(204);
		expect((await approve(who, { ...one, version: 7 })).code).toBe("stale_version");
		expect(await approve(who, one)).toMatchObject({ status: 200, body: { state: "approved" } });
		await updateRows(database, "payment", { id: one.id }, { state: "awaiting_approval", version: 1 });
		await database.deleteFrom("decision").where("payment_id", "=", one.id).execute();
		expect((await approve(who, one)).code).toBe("step_up_needed");
	});

	test("is not done with the proof of another payment, of another version, or of another amount", async () => {
		const [who, one, other] = [await signedIn(), await payout(), await payout()];
		expect((await stepUp(who, need(one))).status).toBe(204);
		expect((await approve(who, other)).code).toBe("step_up_needed");
		await database.updateTable("payment").set({ amount: "99000.00" }).where("id", "=", one.id).execute();
		expect((await approve(who, one)).code).toBe("step_up_needed");
		await database.updateTable("payment").set({ amount: "100.00", version: 2 }).where("id", "=", one.id).execute();
		expect((await approve(who, { ...one, version: 2 })).code).toBe("step_up_needed");
		expect((await stepUp(who, need(one))).code).toBe("stale_version");
	});

	test("is not done with a proof that is five minutes old, or was given for settings or a settlement", async () => {
		const [who, one] = [await signedIn("admin"), await payout()];
		expect((await stepUp(who, { purpose: "settings" })).status).toBe(204);
		expect((await stepUp(who, { purpose: "settle", subjects: [one] })).status).toBe(204);
		expect((await approve(who, one)).code).toBe("step_up_needed");
		expect((await stepUp(who, need(one))).status).toBe(204);
		clock.advance(5 * MINUTE);
		expect((await approve(who, one)).code).toBe("step_up_needed");
		expect((await stepUp(who, need(one))).status).toBe(204);
		clock.advance(5 * MINUTE - 1);
		expect((await approve(who, one)).status).toBe(200);
	});

	test("is not done with somebody else's proof, nor with one's own of another browser", async () => {
		const [who, other, one] = [await signedIn(), await signedIn(), await payout()];
		const elsewhere = who.elsewhere();
		await elsewhere.signIn();
		await stepUp(who, need(one));
		expect((await approve(other, one)).code).toBe("step_up_needed");
		expect((await approve(elsewhere, one)).code).toBe("step_up_needed");
		const question = await who.send<StepUpQuestion>("POST", "/api/step-up/challenge", need(one));
		const answer = { id: question.body.id, answer: { method: "password", password: "river-stone-kapok-tree" } };
		expect((await other.send("POST", "/api/step-up", answer)).code).toBe("not_found");
		expect((await elsewhere.send("POST", "/api/step-up", answer)).code).toBe("not_found");
	});

	test("of several payouts takes one proof, of exactly these, each once", async () => {
		const who = await signedIn();
		const { passkey } = await who.enrolPasskey();
		const [one, two, three] = [await payout(), await payout(), await payout()];
		const given = await stepUp(who, need(one, two), (question) => {
			expect(question.payments.map(({ id }) => id)).toEqual([one.id, two.id]);
			return byPasskey(passkey)(question);
		});
		expect(given.status).toBe(204);
		expect((await approve(who, three)).code).toBe("step_up_needed");
		expect((await approve(who, two)).status).toBe(200);
		expect((await approve(who, one)).status).toBe(200);
	});

	test("of a list takes one proof of exactly this list, spent with it", async () => {
		const who = await signedIn();
		const [one, two, three] = [await payout(), await payout(), await payout()];
		const list = (...payouts: Payout[]) =>
			who.send<{ done: string[] }>("POST", "/api/payouts/decisions", {
				decision: "approve",
				payouts: payouts.map(({ id, version }) => ({ id, version })),
			});
		expect(await list(one, two)).toMatchObject({ status: 403, code: "step_up_needed", stepUp: need(one, two) });
		expect((await stepUp(who, need(one, two))).status).toBe(204);
		expect((await list(one, two, three)).code).toBe("step_up_needed");
		expect(await list(one, two)).toMatchObject({ status: 200, body: { done: [one.id, two.id], failed: [] } });
		const proofs = database.selectFrom("step_up_subject").innerJoin("step_up", "step_up.id", "step_up_id");
		const spent = await proofs.select("used_at").where("member_id", "=", who.id).execute();
		expect(spent.map(({ used_at }) => used_at !== null)).toEqual([true, true]);
	});

	test("rejecting and cancelling ask for nothing: they only hold money back", async () => {
		const [who, one] = [await signedIn(), await payout()];
		const body = { decision: "reject", version: 1, reason: "Wrong number" };
		expect((await who.send("POST", `/api/payouts/${one.id}/decision`, body)).status).toBe(200);
	});
});

describe("a proof", () => {
	test("by passkey is signed over what is approved: the signature for one payment proves none other", async () => {
		const who = await signedIn();
		const { passkey } = await who.enrolPasskey();
		const [one, other] = [await payout(), await payout()];
		type Asked = StepUpQuestion & { passkey: { challenge: string } };
		const ask = async (payment: Payout) =>
			(await who.send<Asked>("POST", "/api/step-up/challenge", need(payment))).body;
		const [mine, foreign] = [await ask(one), await ask(other)];
		const answer = { method: "passkey", response: passkey.get(mine.passkey) };
		expect((await who.send("POST", "/api/step-up", { id: foreign.id, answer })).code).toBe("passkey_refused");
		expect((await who.send("POST", "/api/step-up", { id: mine.id, answer })).status).toBe(204);
		expect((await who.send("POST", "/api/step-up", { id: mine.id, answer })).code).toBe("not_found");
		expect((await approve(who, other)).code).toBe("step_up_needed");
		expect((await approve(who, one)).status).toBe(200);
	});

	test("gives the session a new id; what was under way with the old one is answered until ten seconds after its first use", async () => {
		const who = await signedIn("admin");
		const before = Object.assign(who.elsewhere(), { cookie: who.cookie });
		await stepUp(who, { purpose: "settings" });
		expect(who.cookie).not.toBe(before.cookie);
		// The answer with the new id may have been lost: nothing ends before the new id was used.
		clock.advance(60_000);
		expect((await before.send("GET", "/api/status")).status).toBe(200);
		expect((await who.send("GET", "/api/status")).status).toBe(200);
		clock.advance(9_999);
		expect((await before.send("GET", "/api/status")).status).toBe(200);
		clock.advance(1);
		expect((await before.send("GET", "/api/status")).code).toBe("unauthenticated");
		expect((await who.send("GET", "/api/status")).status).toBe(200);
	});

	test("may be given again by a session whose new ids were all lost on their way", async () => {
		const who = await signedIn("admin");
		const { cookie } = who;
		for (let lost = 0; lost < 2; lost += 1) {
			await stepUp(who, { purpose: "settings" });
			expect(who.cookie).not.toBe(cookie);
			who.cookie = cookie;
			clock.advance(60_000);
		}
		expect((await who.send("GET", "/api/status")).status).toBe(200);
	});

	test("by a wrong password is refused, recorded, and slowed down; is not taken by password from who has a second factor", async () => {
		const who = await signedIn("admin");
		const wrong = () => stepUp(who, { purpose: "settings" }, () => ({ method: "password", password: "another" }));
		expect((await wrong()).fields).toEqual({ password: "wrong_password" });
		for (let guess = 0; guess < 5; guess += 1) await wrong();
		expect((await wrong()).code).toBe("too_many_attempts");
		expect(await auditEntries(database, { action: "member.factor_refused", subject_id: who.id })).toHaveLength(5);
		const other = await signedIn("admin");
		await other.enrolPasskey();
		expect((await stepUp(other, { purpose: "settings" })).code).toBe("forbidden");
	});

	test("for approving names payments, for settings none", async () => {
		const [who, one] = [await signedIn("admin"), await payout()];
		expect((await stepUp(who, { purpose: "approve" })).code).toBe("invalid_input");
		expect((await stepUp(who, { purpose: "settings", subjects: [one] })).code).toBe("invalid_input");
		expect((await stepUp(who, need({ ...one, id: "nobody" }))).code).toBe("not_found");
	});
});

import { describe, expect, test } from "vitest";
import type { StepUpQuestion } from "#lib/contracts/second-factor.ts";
import { openFactorDesk, stepUp } from "#tests/support/desk/factor-desk.ts";
import { askedFor } from "#tests/support/desk/second-admin.ts";

const desk = await openFactorDesk();
const { database, clock } = desk;

async function signedIn() {
	const who = await desk.visitor("admin");
	await who.signIn();
	return who;
}
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
		expect((await decide(second, id, "confirm")).code).toBe("step_up_needed");
		await stepUp(third, { purpose: "confirm", change: id });
		expect((await decide(second, id, "confirm")).code).toBe("step_up_needed");
		await stepUp(second, { purpose: "confirm", change: id });
		clock.advance(5 * 60_000);
		expect((await decide(second, id, "confirm")).code).toBe("step_up_needed");
		// A refusal only holds back.
		expect((await decide(second, id, "refuse")).status).toBe(200);
	});

	test("is refused by the database without a proof that is spent in the same transaction", async () => {
		const [asker, second] = [await signedIn(), await signedIn()];
		const { id } = await askedBy(asker, 5_000);
		await stepUp(second, { purpose: "confirm", change: id });
		const confirm = database
			.updateTable("change_request")
			.set({ state: "confirmed", decided_by: second.id })
			.where("id", "=", id)
			.execute();
		await expect(confirm).rejects.toThrow("a change is confirmed with a fresh proof");
	});
});

test("no proof is born proved", async () => {
	const { id } = await desk.visitor("admin");
	const row = { id: "born-proved", member_id: id, session_key: "s", purpose: "settings", nonce: "n" } as const;
	const insert = database
		.insertInto("step_up")
		.values({ ...row, created_at: clock.now(), proved_at: clock.now(), method: "password" })
		.execute();
	await expect(insert).rejects.toThrow("a proof begins as a question");
});

import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { PATCH as CHANGE_MEMBER } from "#app/api/members/[id]/route.ts";
import { POST as ADD_MEMBER } from "#app/api/members/route.ts";
import { PUT as CHANGE_RULE } from "#app/api/payout-rules/[currency]/route.ts";
import { POST as DECIDE } from "#app/api/payouts/[id]/decision/route.ts";
import { POST as REQUEST_PAYOUT } from "#app/api/payouts/route.ts";
import { POST as SIGN_IN } from "#app/api/session/route.ts";
import type { Payment } from "#lib/contracts/payment.ts";
import type { Role } from "#lib/roles.ts";
import { hashPassword } from "#server/access/passwords.ts";
import type { Actor } from "#server/context.ts";
import { addMember, systemContext } from "#tests/support/contexts.ts";
import { ask, cookieOf, serveWith } from "#tests/support/desk/desk-requests.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { database } = desk;
serveWith(systemContext({ database, clock: { now: () => new Date() }, config: desk.system.config }));

const FIRST = "kapok-lune-quatorze";
const KNOWN = "granite-lune-quinze";
const firstHash = await hashPassword(FIRST);

/** Everybody has signed in before, and nobody but them knows their password. */
const person = (role: Role): Promise<Actor> => addMember(database, role, { passwordHash: firstHash });

async function signedIn({ email }: Pick<Actor, "email">, password: string): Promise<string> {
	const answer = await ask(SIGN_IN, "/api/session", { method: "POST", body: { email, password } });
	return answer.status === 200 ? cookieOf(answer) : "";
}

const payout = async (cookie: string, amount = "5000000") => {
	const headers = { "idempotency-key": randomBytes(12).toString("hex") };
	return ask(REQUEST_PAYOUT, "/api/payouts", { method: "POST", cookie, body: newPayout({ amount }), headers });
};

async function approve(cookie: string, { id, version }: Payment): Promise<Response> {
	const body = { decision: "approve", version };
	return ask(DECIDE, `/api/payouts/${id}/decision`, { method: "POST", cookie, params: { id }, body });
}

/** Payouts of this test that the worker would send. */
async function approved(): Promise<string[]> {
	const rows = await database.selectFrom("payment").select("id").where("state", "=", "approved").execute();
	return rows.map(({ id }) => id).filter((id) => !before.includes(id));
}

let before: string[] = [];
let alone: string;
let real: Actor;
beforeEach(async () => {
	await database.deleteFrom("sign_in_delay").execute();
	before = [...before, ...(await approved())];
	const admin = await person("admin");
	await person("admin");
	real = await person("approver");
	alone = await signedIn(admin, FIRST);
});

describe("one admin of two, alone, pays nothing out", () => {
	test("by raising what needs no approval", async () => {
		const rule = { perPayment: null, perPersonDay: "90000000", perDestinationDay: null, oneApproverUpTo: null };
		const params = { currency: "XOF" };
		const body = { version: 0, ...rule, noApproverUpTo: "90000000" };
		await ask(CHANGE_RULE, "/api/payout-rules/XOF", { method: "PUT", cookie: alone, params, body });
		expect((await payout(alone)).status).toBe(201);
		expect(await approved()).toEqual([]);
	});

	test("by adding an approver and approving as that person", async () => {
		const email = `second-${randomBytes(4).toString("hex")}@test.example`;
		const body = { email, name: `Second ${randomBytes(4).toString("hex")}`, role: "approver", password: KNOWN };
		await ask(ADD_MEMBER, "/api/members", { method: "POST", cookie: alone, body });
		const asked = (await (await payout(alone)).json()) as Payment;
		await approve(await signedIn({ email }, KNOWN), asked);
		expect(await approved()).toEqual([]);
	});

	test("by adding somebody who asks, and approving it", async () => {
		const email = `third-${randomBytes(4).toString("hex")}@test.example`;
		const body = { email, name: `Third ${randomBytes(4).toString("hex")}`, role: "maker", password: KNOWN };
		await ask(ADD_MEMBER, "/api/members", { method: "POST", cookie: alone, body });
		const answer = await payout(await signedIn({ email }, KNOWN));
		if (answer.status === 201) await approve(alone, (await answer.json()) as Payment);
		expect(await approved()).toEqual([]);
	});

	test("by a new password for a real approver", async () => {
		const params = { id: real.id };
		await ask(CHANGE_MEMBER, `/api/members/${real.id}`, {
			method: "PATCH",
			cookie: alone,
			params,
			body: { password: KNOWN },
		});
		const asked = (await (await payout(alone)).json()) as Payment;
		await approve(await signedIn(real, KNOWN), asked);
		expect(await approved()).toEqual([]);
	});
});

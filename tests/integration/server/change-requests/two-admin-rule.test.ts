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
import { hashPassword } from "#server/access/password/passwords.ts";
import type { Actor } from "#server/context.ts";
import { addMember, systemContext } from "#tests/support/contexts.ts";
import { ask, cookieOf, serveWith } from "#tests/support/desk/desk-requests.ts";
import { leaveProofFor } from "#tests/support/desk/leave-proof.ts";
import { newPayout, openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();
const { database } = desk;
serveWith(systemContext({ database, clock: { now: () => new Date() }, config: desk.system.config }));

const FIRST = "kapok-lune-quatorze";
const KNOWN = "granite-lune-quinze";
const firstHash = await hashPassword(FIRST);

/** A member who has signed in before, and is the only one who knows the password. */
const person = (role: Role): Promise<Actor> => addMember(database, role, { passwordHash: firstHash });

async function signedIn({ email }: Pick<Actor, "email">, password: string): Promise<string> {
	const answer = await ask(SIGN_IN, "/api/session", { method: "POST", body: { email, password } });
	return answer.status === 200 ? cookieOf(answer) : "";
}

const payout = async (cookie: string, amount = "5000000") => {
	const headers = { "idempotency-key": randomBytes(12).toString("hex") };
	return ask(REQUEST_PAYOUT, "/api/payouts", { method: "POST", cookie, body: newPayout({ amount }), headers });
};

/** A thief with a member's password gives every proof, so only the need for two people protects. */
async function approve(who: string, cookie: string, { id, version }: Payment): Promise<Response> {
	const body = { decision: "approve", version };
	const path = `/api/payouts/${id}/decision`;
	await leaveProofFor(database, who, { path, body });
	return ask(DECIDE, path, { method: "POST", cookie, params: { id }, body });
}

async function idOf(email: string): Promise<string> {
	const row = await database.selectFrom("member").select("id").where("email", "=", email).executeTakeFirst();
	return row?.id ?? "nobody";
}

/** Payouts of this test that the worker would send. */
async function approved(): Promise<string[]> {
	const rows = await database.selectFrom("payment").select("id").where("state", "=", "approved").execute();
	return rows.map(({ id }) => id).filter((id) => !before.includes(id));
}

let before: string[] = [];
let alone: string;
let admin: Actor;
let real: Actor;
beforeEach(async () => {
	await database.deleteFrom("sign_in_delay").execute();
	before = [...before, ...(await approved())];
	admin = await person("admin");
	await person("admin");
	real = await person("approver");
	alone = await signedIn(admin, FIRST);
	await leaveProofFor(database, admin.id, { path: "", body: null });
});

describe("one admin of two, alone, pays nothing out", () => {
	test("by raising what needs no approval", async () => {
		const rule = { perPayment: null, perPersonDay: "90000000", perDestinationDay: null, oneApproverUpTo: null };
		const params = { currency: "XOF" };
		const body = { version: 0, ...rule, noApproverUpTo: "90000000" };
		const raised = await ask(CHANGE_RULE, "/api/payout-rules/XOF", { method: "PUT", cookie: alone, params, body });
		expect(raised.status).toBe(202);
		expect((await payout(alone)).status).toBe(201);
		expect(await approved()).toEqual([]);
	});

	test.each(["viewer", "approver", "maker"] as const)("by adding somebody as %s to be one of the two", async (role) => {
		const suffix = randomBytes(4).toString("hex");
		const email = `second-${suffix}@test.example`;
		const body = { email, name: `Second ${suffix}`, role, password: KNOWN };
		const added = await ask(ADD_MEMBER, "/api/members", { method: "POST", cookie: alone, body });
		expect(added.status).toBe(role === "viewer" ? 201 : 202);
		const second = await signedIn({ email }, KNOWN);
		const asked = await payout(role === "approver" ? alone : second);
		const [by, cookie] = role === "approver" ? [await idOf(email), second] : [admin.id, alone];
		if (asked.status === 201) await approve(by, cookie, (await asked.json()) as Payment);
		expect(await approved()).toEqual([]);
	});

	test("by a new password for a real approver", async () => {
		const params = { id: real.id };
		const reset = await ask(CHANGE_MEMBER, `/api/members/${real.id}`, {
			method: "PATCH",
			cookie: alone,
			params,
			body: { password: KNOWN },
		});
		expect(reset.status).toBe(202);
		const asked = (await (await payout(alone)).json()) as Payment;
		await approve(real.id, await signedIn(real, KNOWN), asked);
		expect(await approved()).toEqual([]);
	});
});

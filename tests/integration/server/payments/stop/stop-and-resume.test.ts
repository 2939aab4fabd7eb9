import { beforeEach, expect, test } from "vitest";
import { decideChange } from "#server/change-requests/decide-change.ts";
import { resumeSending } from "#server/payments/stop/resume-sending.ts";
import { stopSendingNow } from "#server/payments/stop/stop-sending-now.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { openFactorDesk, stepUp } from "#tests/support/desk/factor-desk.ts";
import { needsSecondAdmin } from "#tests/support/desk/needs-second-admin.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";
import { resumeByTwo } from "#tests/support/desk/resume-sending.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";
import { newestEntry } from "#tests/support/rows/audit-entries.ts";

const desk = await openPaymentDesk();
const { database, send } = desk;
const factors = await openFactorDesk({ ...desk.system, clock: desk.clock });
const reason = "Something looks wrong";

beforeEach(() => asOwner(database, (trx) => trx.deleteFrom("setting").execute()));

test.each(["maker", "approver", "admin"] as const)("one %s stops everything, at once", async (role) => {
	const payout = await desk.approved();
	expect(await stopSendingNow(desk[role], { reason })).toEqual({ stopped: true });
	expect(await send(payout)).toBe("sending_stopped");
	await expect(desk.deposit()).rejects.toMatchObject({ code: "sending_stopped" });
	expect(desk.posts()).toEqual([]);
});

test("nobody does without a reason", async () => {
	await expect(stopSendingNow(desk.maker, { reason: "short" })).rejects.toMatchObject({ code: "invalid_input" });
	expect(await resumeSending(desk.admin, { reason })).toBeUndefined();
});

test("two admins resume it; what waited leaves", async () => {
	const payout = await desk.approved();
	await stopSendingNow(desk.maker, { reason });
	await expect(resumeSending(desk.approver, { reason })).rejects.toMatchObject({ code: "forbidden" });
	const asked = await resumeSending(desk.admin, { reason });
	const id = asked?.changeRequest.id ?? "";
	await expect(decideChange(desk.admin, { id, decision: "confirm" })).rejects.toMatchObject({ code: "own_change" });
	expect(await send(payout)).toBe("sending_stopped");
	await decideChange(await desk.person("admin"), { id, decision: "confirm" });
	expect(await send(payout)).toBe("attempted");
});

test("the database itself lets nobody take a stop away alone", async () => {
	await stopSendingNow(desk.maker, { reason });
	await needsSecondAdmin(database, "sending_resumed", (trx) =>
		trx.deleteFrom("setting").where("name", "=", "sending_stopped").execute(),
	);
	await resumeByTwo(desk);
});

test("a resumption that was asked for before a new stop is void, and the record has who stopped and why", async () => {
	await stopSendingNow(desk.maker, { reason });
	const asked = await resumeSending(desk.admin, { reason });
	await stopSendingNow(desk.approver, { reason: "Somebody else pays" });
	const said = await newestEntry(database, { subject_id: "sending_stopped" });
	expect(said).toMatchObject({ member_id: desk.approver.member.id, details: { reason: "Somebody else pays" } });
	const confirmed = decideChange(await desk.person("admin"), {
		id: asked?.changeRequest.id ?? "",
		decision: "confirm",
	});
	await expect(confirmed).rejects.toMatchObject({ code: "change_over" });
});

test("stopping asks for no proof; resuming asks for a fresh one, and is answered by 202", async () => {
	await askNoSecondFactor(database);
	const [maker, admin] = [await factors.visitor("maker"), await factors.visitor("admin")];
	for (const who of [maker, admin]) await who.signIn();
	const decide = (who: typeof maker, decision: string) =>
		who.send("POST", "/api/configuration/sending", { decision, reason });
	expect(await decide(maker, "stop")).toMatchObject({ status: 200, body: { stopped: true } });
	expect(await decide(admin, "resume")).toMatchObject({ status: 403, code: "step_up_needed" });
	expect((await stepUp(admin, { purpose: "settings" })).status).toBe(204);
	const asked = { kind: "sending_resumed", before: { stopped: true }, after: { stopped: false }, effectiveAt: null };
	expect(await decide(admin, "resume")).toMatchObject({ status: 202, body: { changeRequest: asked } });
});

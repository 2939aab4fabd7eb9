import { expect, test } from "vitest";
import { changeMember } from "#server/members/change-member.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { openFactorDesk } from "#tests/support/desk/factor-desk.ts";
import { byTwo } from "#tests/support/desk/second-admin.ts";

const desk = await openFactorDesk();
const { database, clock } = desk;
const [SET, OWN] = ["kapok-lune-quatorze", "granite-lune-quinze"];

test.each([
	["passed by who has a factor", "second_step_needed"],
	["taken by who has to set one up", "enrolment_needed"],
])("the second step is %s, and then a temporary password is changed", async (_, owed) => {
	await desk.setPolicy("approvers");
	const admin = contextFor(desk.system, await addMember(database, "admin"));
	const who = await desk.visitor("approver");
	await who.signIn();
	const app = owed === "second_step_needed" ? await who.enrolTotp() : null;
	await byTwo(admin, () => changeMember(admin, { id: who.id, change: { password: SET } }));
	await who.send("POST", "/api/session", { email: who.email, password: SET });
	const change = () => who.send("PUT", "/api/account/password", { current: SET, password: OWN });
	expect((await change()).code).toBe(owed);
	clock.advance(30_000);
	const answer = app && { method: "totp", code: desk.codeOf(app.secret) };
	if (answer) expect((await who.send("POST", "/api/session/second-step", answer)).status).toBe(200);
	else await who.enrolTotp();
	expect((await who.send("GET", "/api/status")).code).toBe("password_change_needed");
	expect((await change()).status).toBe(204);
	expect((await who.send("GET", "/api/status")).status).toBe(200);
});

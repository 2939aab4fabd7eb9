/** Adding a member takes its locks in the order of every change by an admin: admins, new names, then the turn of the audit log. */

import { afterAll, expect, test } from "vitest";
import { POST as ACCEPT } from "#app/api/invitation/route.ts";
import { problemSchema } from "#lib/contracts/problem.ts";
import { lockAdmins } from "#server/access/recheck-permission.ts";
import { inviteMember } from "#server/invitations/invite-member.ts";
import { reissueInvitation } from "#server/invitations/reissue-invitation.ts";
import { requireNewPerson } from "#server/members/insert-member.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { untilWaiting } from "#tests/support/database/until-waiting.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ask } from "#tests/support/desk/desk-requests.ts";
import { askNoSecondFactor } from "#tests/support/desk/no-second-factor.ts";
import { startIdentityProvider } from "#tests/support/provider/identity-provider.ts";
import { memberOf, newPerson, providedDesk, signInAs } from "#tests/support/provider/provided-desk.ts";

const provider = await startIdentityProvider();
afterAll(() => provider.stop());
const { database } = await createTestDatabase();
await askNoSecondFactor(database);
const { system } = providedDesk(database, provider);
const admin = await addMember(database, "admin");

/** A change by an admin, while `other` comes in between its locks and its audit entry. Both must finish. */
async function during<T>(other: () => Promise<T>): Promise<T> {
	const begun = await database.transaction().execute(async (trx) => {
		await lockAdmins(trx);
		const started = other();
		await untilWaiting(database, 1);
		const about = { subjectKind: "setting", subjectId: null } as const;
		await requireNewPerson(trx, { name: "Somebody else", email: "else@test.example" });
		await recordAudit(trx, { at: system.clock.now(), memberId: admin.id, action: "setting.tried", ...about });
		return { started };
	});
	return begun.started;
}

async function invited(name: string) {
	const person = { name, email: `${name.toLowerCase()}@test.example`, role: "maker", locale: "fr" } as const;
	const { link, invitation } = await inviteMember(contextFor(system, admin), person);
	const body = { token: link.split("#").at(-1), password: "kapok-lune-quatorze-barque" };
	return { id: invitation.id, accept: () => ask(ACCEPT, "/api/invitation", { method: "POST", body }) };
}

test("an invitation is accepted while an admin changes a setting", async () => {
	const { accept } = await invited("Aminata");
	expect((await during(accept)).status).toBe(200);
});

test("an invitation's link is replaced while it is accepted: the old link is over", async () => {
	const { id, accept } = await invited("Bakary");
	const begun = await database.transaction().execute(async (trx) => {
		await requireNewPerson(trx, { name: "Somebody else", email: "else@test.example" });
		const reissued = reissueInvitation(contextFor(system, admin), { id });
		await untilWaiting(database, 1);
		const accepted = accept();
		await untilWaiting(database, 2);
		return { reissued, accepted };
	});
	expect((await begun.reissued).invitation).toMatchObject({ id, isOver: false });
	expect(problemSchema.parse(await (await begun.accepted).json()).code).toBe("invitation_over");
});

test("an admin whom the provider's groups give less comes in while another admin changes a setting", async () => {
	const { email } = await addMember(database, "admin");
	const { login } = newPerson(provider, { email, groups: ["staff"] });
	expect((await during(() => signInAs(login))).fault).toBeNull();
	expect(await memberOf(database, email)).toMatchObject({ role: "viewer" });
});

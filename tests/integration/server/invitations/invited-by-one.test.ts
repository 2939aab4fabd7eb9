import { expect, test } from "vitest";
import { endWaitingChanges } from "#server/change-requests/confirm-change.ts";
import { listChangeRequests } from "#server/change-requests/list-change-requests.ts";
import { systemClock } from "#server/context.ts";
import { acceptInvitation } from "#server/invitations/accept-invitation.ts";
import { inviteMember } from "#server/invitations/invite-member.ts";
import { readMembers } from "#server/members/list-members.ts";
import { addMember, contextFor, systemContext } from "#tests/support/contexts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { letHoursPass } from "#tests/support/desk/second-admin.ts";

const { database } = await createTestDatabase();
const system = systemContext({ database, clock: systemClock });
const roleOf = async (id: string) => (await readMembers(database, id))[0]?.role;

test("an admin alone who invites with rights waits a day after the person came, in sight of the approvers", async () => {
	const admin = contextFor(system, await addMember(database, "admin"));
	const approver = contextFor(system, await addMember(database, "approver"));
	const person = { name: "Mariam Touré", email: "mariam@test.example", role: "approver", locale: "fr" } as const;
	const { link, invitation } = await inviteMember(admin, person);
	const browser = { userAgent: null, browserToken: null, previousSessionId: null };
	const token = link.split("#").at(-1) ?? "";
	await acceptInvitation(system, { token, password: "kapok-lune-quatorze-barque", ...browser });
	const [request] = (await listChangeRequests(approver)).waiting;
	expect(request).toMatchObject({ subject: invitation.id, may: { refuse: true } });
	expect(request?.effectiveAt).not.toBeNull();
	await letHoursPass(database, 23);
	expect(await endWaitingChanges(system)).toBe(0);
	expect(await roleOf(invitation.id)).toBe("viewer");
	await letHoursPass(database, 1);
	expect(await endWaitingChanges(system)).toBe(1);
	expect(await roleOf(invitation.id)).toBe("approver");
});

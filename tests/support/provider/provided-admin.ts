/** An admin signed in through the provider, in office for more than a day, with a fresh proof of identity. */
import { decideChange } from "#server/change-requests/decide-change.ts";
import type { SystemContext } from "#server/context.ts";
import { addMember, contextFor } from "#tests/support/contexts.ts";
import { byPasskey, type FactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { letHoursPass } from "#tests/support/desk/second-admin.ts";
import { memberOf, signInAs } from "#tests/support/provider/provided-desk.ts";

/** Another admin confirms the role from the groups, if it waits. */
async function confirmRole(system: SystemContext, member: { id: string } | undefined): Promise<void> {
	const [row] = await system.database
		.selectFrom("change_request")
		.select("id")
		.where("subject", "=", member?.id ?? "")
		.where("state", "=", "waiting")
		.execute();
	if (!row) return;
	const admin = contextFor(system, await addMember(system.database, "admin"));
	await decideChange(admin, { id: row.id, decision: "confirm" });
}

export async function providedAdmin(desk: FactorDesk, person: { login: string; email: string }): Promise<Visitor> {
	const { database } = desk.system;
	await signInAs(person.login);
	await confirmRole(desk.system, await memberOf(database, person.email));
	const { session } = await signInAs(person.login);
	const member = await memberOf(database, person.email);
	if (!member || !session) throw new Error("an admin comes in");
	await letHoursPass(database, 25);
	const who = desk.visitorOf(member, session);
	// Passkey for the confirmation of later changes.
	const { passkey } = await who.enrolPasskey();
	const { status } = await stepUp(who, { purpose: "settings" }, byPasskey(passkey));
	if (status !== 204) throw new Error(`a passkey proves it: ${status}`);
	return who;
}

/** An admin signed in through the provider, in office for more than a day, with a fresh proof of identity. */
import { byPasskey, type FactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { letHoursPass } from "#tests/support/desk/second-admin.ts";
import { memberOf, signInAs } from "#tests/support/provider/provided-desk.ts";

export async function providedAdmin(desk: FactorDesk, person: { login: string; email: string }): Promise<Visitor> {
	const { database } = desk.system;
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

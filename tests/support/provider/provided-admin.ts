/** An admin who is in through the provider, has been one for longer than a day, and has just proved that it is them. */
import { byPasskey, type FactorDesk, stepUp, type Visitor } from "#tests/support/desk/factor-desk.ts";
import { letHoursPass } from "#tests/support/desk/second-admin.ts";
import { memberOf, signInAs } from "#tests/support/provider/provided-desk.ts";

/** `person`: whose groups make them an admin. */
export async function providedAdmin(desk: FactorDesk, person: { login: string; email: string }): Promise<Visitor> {
	const { database } = desk.system;
	const { session } = await signInAs(person.login);
	const member = await memberOf(database, person.email);
	if (!member || !session) throw new Error("an admin comes in");
	await letHoursPass(database, 25);
	const who = desk.visitorOf(member, session);
	// What they confirm with before a setting changes.
	const { passkey } = await who.enrolPasskey();
	const { status } = await stepUp(who, { purpose: "settings" }, byPasskey(passkey));
	if (status !== 204) throw new Error(`a passkey proves it: ${status}`);
	return who;
}

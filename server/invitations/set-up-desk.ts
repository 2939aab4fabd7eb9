import type { SetUp } from "#lib/contracts/invitation.ts";
import { type ArrivingBrowser, openSession, type StartedSession } from "#server/access/session/start-session.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { isSetUpOpen, lockSetUp } from "#server/invitations/is-set-up-open.ts";
import { insertMember, prepareMember } from "#server/members/insert-member.ts";
import { actAs } from "#server/store/database.ts";

/**
 * Creates the first admin by the terminal's link. A person who reads the terminal controls the machine, so no second admin is needed. The
 * database deletes the link and rejects it once a member exists. Throws `invitation_over`, `invalid_input`.
 */
export async function setUpDesk(
	system: SystemContext,
	{ token, name, email, password, ...browser }: SetUp & ArrivingBrowser,
): Promise<StartedSession> {
	const { database, clock, config } = system;
	if (!(await isSetUpOpen(database, token))) throw over();
	const at = clock.now();
	const member = await prepareMember({ name, email, password, role: "admin" }, at, config);
	return openSession(system, browser, async (trx) => {
		// Serialises two holders of the link; the second finds none.
		await lockSetUp(trx);
		if (!(await isSetUpOpen(trx, token))) throw over();
		await actAs(trx, "link", token);
		await insertMember(trx, member, { at, by: null });
		return { memberId: member.id, factor: null };
	});
}

function over(): AppError {
	return new AppError("invitation_over", "the link is unknown, used or too old");
}

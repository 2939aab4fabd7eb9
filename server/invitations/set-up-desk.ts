import type { SetUp } from "#lib/contracts/invitation.ts";
import type { SystemContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { isSetUpOpen } from "#server/invitations/is-set-up-open.ts";
import { type Arrival, type ArrivingBrowser, letIn } from "#server/invitations/let-in.ts";
import { openByLink } from "#server/invitations/link-token.ts";
import { lockSetUp } from "#server/invitations/lock-set-up.ts";
import { insertMember } from "#server/members/insert-member.ts";
import { prepareMember } from "#server/members/prepare-member.ts";

/**
 * The first admin, by the link of the terminal: whoever reads there owns the machine, and needs no second one. The database itself
 * takes the link away, and lets nobody in by it beside another member. Throws `invitation_over`, `invalid_input`.
 */
export async function setUpDesk(
	system: SystemContext,
	{ token, name, email, password, ...browser }: SetUp & ArrivingBrowser,
): Promise<Arrival> {
	const { database, clock, config } = system;
	if (!(await isSetUpOpen(database, token))) throw over();
	const at = clock.now();
	const member = await prepareMember({ name, email, password, role: "admin" }, at, config);
	return letIn(system, browser, async (trx) => {
		// Two who hold the link come one after the other: the second finds none.
		await lockSetUp(trx);
		if (!(await isSetUpOpen(trx, token))) throw over();
		await openByLink(trx, token);
		await insertMember(trx, member, { at, by: null });
		return member.id;
	});
}

function over(): AppError {
	return new AppError("invitation_over", "the link is unknown, used or too old");
}

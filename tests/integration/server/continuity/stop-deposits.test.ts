import { expect, test } from "vitest";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();

test.each([
	[
		"for longer than a minute is not sent any more, and is not called unsent: another state of this desk may have asked",
		90,
		"start",
		"may_have_left",
	],
	["for a restart goes on", 5, "start", "approved"],
	["in a database that was put back under a living worker is not sent any more", 5, "went_back", "may_have_left"],
] as const)("a deposit that waited while nobody worked %s", async (_how, seconds, cause, state) => {
	await desk.pool.query("delete from worker");
	const deposit = await desk.deposit();
	await desk.pool.query(
		"insert into worker (id, started_at, seen_at) values ('earlier', now(), now() - make_interval(secs => $1))",
		[seconds],
	);
	await openGaps(desk.system, cause);
	expect(await desk.state(deposit.id)).toBe(state);
	expect(desk.posts()).toHaveLength(0);
});

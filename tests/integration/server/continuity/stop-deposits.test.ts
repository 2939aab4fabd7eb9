import { describe, expect, test } from "vitest";
import { openGaps } from "#server/continuity/continuity-gap.ts";
import { openPaymentDesk } from "#tests/support/payment-desk.ts";

const desk = await openPaymentDesk();

describe("a deposit that waited while nobody worked", () => {
	const sign = (seconds: number) =>
		desk.pool.query(
			"insert into worker (id, started_at, seen_at) values ('earlier', now(), now() - make_interval(secs => $1))",
			[seconds],
		);
	const waiting = async (seconds: number) => {
		await desk.pool.query("delete from worker");
		const deposit = await desk.deposit();
		await sign(seconds);
		return deposit;
	};

	test("for longer than a minute is not sent any more, and is not called unsent: another state of this desk may have asked", async () => {
		const deposit = await waiting(90);
		await openGaps(desk.system, "start");
		expect(await desk.state(deposit.id)).toBe("may_have_left");
		expect(desk.posts()).toHaveLength(0);
	});

	test("for a restart goes on", async () => {
		const deposit = await waiting(5);
		await openGaps(desk.system, "start");
		expect(await desk.state(deposit.id)).toBe("approved");
	});

	test("in a database that was put back under a living worker is not sent any more", async () => {
		const deposit = await waiting(5);
		await openGaps(desk.system, "went_back");
		expect(await desk.state(deposit.id)).toBe("may_have_left");
	});
});

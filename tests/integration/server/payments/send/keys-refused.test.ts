import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { resumeByTwo } from "#tests/support/desk/resume-sending.ts";
import { accept, openPaymentDesk } from "#tests/support/payment-desk.ts";
import { auditEntries } from "#tests/support/rows/audit-entries.ts";
import type { Respond } from "#tests/support/service/scripted-service.ts";

const desk = await openPaymentDesk();
const { database, script, send, lastEvent } = desk;

describe("our keys are refused", () => {
	test.each([401, 403])(
		"%i at a POST: this one is refused, all sending stops, two admins resume it",
		async (status) => {
			const refuse = (respond: Respond) => respond.json(status, { detail: "bad key" });
			script.post = (respond) => {
				script.instead = (_request, other) => {
					refuse(other);
					return true;
				};
				return refuse(respond);
			};
			const [first, second] = [await desk.approved(), await desk.approved()];
			expect(await send(first)).toBe("attempted");
			expect(await desk.state(first.id)).toBe("refused");
			expect((await lastEvent(first))?.event).toBe("refused_keys");
			expect(await send(second)).toBe("sending_stopped");
			expect(await desk.state(second.id)).toBe("approved");
			expect(desk.posts()).toHaveLength(1);
			await resumeByTwo(desk);
			script.instead = null;
			script.post = accept("success");
			expect(await send(second)).toBe("attempted");
			const audit = await auditEntries(database, { subject_kind: "setting" });
			expect(audit.slice(-2).map(({ action }) => action)).toEqual([
				"setting.sending_stopped",
				"setting.sending_resumed",
			]);
		},
	);

	test("a 401 at the balance is a wait, which stops sending when it comes again some seconds later", async () => {
		const refuse = (_request: unknown, respond: Respond) => {
			respond.json(401, {});
			return true;
		};
		const retry = () => sql`update payout_wait set retry_at = now()`.execute(database);
		script.instead = refuse;
		const [first, second] = [await desk.approved(), await desk.approved()];
		expect(await send(first)).toBe("balance_unread");
		await retry();
		expect(await send(first)).toBe("balance_unread");
		script.instead = null;
		await retry();
		expect(await send(first)).toBe("attempted");
		script.instead = refuse;
		expect(await send(second)).toBe("balance_unread");
		desk.clock.advance(5_000);
		await retry();
		expect(await send(second)).toBe("sending_stopped");
		expect(await desk.state(second.id)).toBe("approved");
		await resumeByTwo(desk);
	});
});

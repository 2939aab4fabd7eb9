/** Resumes sending as two admins, as the database guard requires. */
import { decideChange } from "#server/change-requests/decide-change.ts";
import { resumeSending } from "#server/payments/stop/resume-sending.ts";
import type { PaymentDesk } from "#tests/support/payment-desk.ts";

export async function resumeByTwo(desk: Pick<PaymentDesk, "admin" | "person">): Promise<void> {
	const asked = await resumeSending(desk.admin, { reason: "The keys were looked at" });
	if (!asked) throw new Error("sending was not stopped");
	await decideChange(await desk.person("admin"), { id: asked.changeRequest.id, decision: "confirm" });
}

import type { Page } from "playwright/test";
import { grantRights } from "#server/store/grant-rights.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { anAmount } from "#tests/support/browser/amounts.ts";
import { programUrl } from "#tests/support/database/postgres-server.ts";
import { HAS_POOLER, startPooler } from "#tests/support/database/start-pooler.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

// The test restarts the web program behind a pooler, so no other test may use this desk.
test.use({ apart: "pooler" });

async function askByForm(page: Page, kind: "deposit" | "payout") {
	const number = newPhoneNumber("05");
	const form = await new PaymentFormPage(page, kind).open();
	return { number, payment: await form.start({ phone: number, amount: anAmount() }) };
}

if (HAS_POOLER)
	test("behind PgBouncer in transaction mode a deposit and a payout go their whole way, live on the page that waits", async ({
		page,
		desk,
	}) => {
		// The database is a copy of a template, in which the roles have no settings yet.
		await grantRights(desk.pool);
		const direct = programUrl(desk.databaseUrl, "web");
		const pooler = await startPooler(direct);
		await desk.killWeb();
		await desk.startWeb({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct });

		await desk.signIn(page, "maker");
		const payout = await askByForm(page, "payout");
		await payout.payment.shows("Waiting for approval");
		await payout.payment.mark();
		const decided = await (await desk.hand("approver")).decide({ id: payout.payment.id, version: 1 }, "approve");
		expect(decided.status).toBe(200);
		await payout.payment.shows("Paid");
		await payout.payment.stayed();
		expect(await desk.sandbox.postsTo(payout.number)).toHaveLength(1);

		const deposit = await askByForm(page, "deposit");
		await deposit.payment.shows("Not completed yet");
		expect(await desk.sandbox.postsTo(deposit.number)).toHaveLength(1);

		await desk.killWeb();
		await pooler.stop();
		await desk.startWeb();
	});

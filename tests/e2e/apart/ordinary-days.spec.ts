import { expect, test } from "#tests/e2e/fixtures.ts";
import { ApprovalsPage } from "#tests/pages/approvals-page.ts";
import { HomePage } from "#tests/pages/home-page.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";
import { expectSoundInBoth } from "#tests/support/browser/in-both-languages.ts";
import type { Stack } from "#tests/support/browser/stack.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

// A wallet runs low and sending stops, so the stack is its own.
test.use({ apart: "ordinary-days" });
test.describe.configure({ mode: "default" });

const newCameroonNumber = () => `+23767${newPhoneNumber("05").slice(-7)}`;

/** Records the wait of a worker whose disk takes no permit; the worker retries when it may. */
async function asIfDiskWereFull({ database }: Stack, paymentId: string): Promise<void> {
	const payment = database.selectFrom("payment").select(["environment", "currency"]).where("id", "=", paymentId);
	const now = new Date();
	await database
		.insertInto("payout_wait")
		.values({
			...(await payment.executeTakeFirstOrThrow()),
			...{ kind: "disk_unwritable", since: now, tries: 1, retry_at: now },
		})
		.execute();
}

test("too little money is a wait: the payout's page, Home and the page of sending say what is missing, and a top-up sends it", async ({
	page,
	desk,
}) => {
	test.setTimeout(120_000);
	const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
	const cameroon = { currency: "XAF", country: "CM", operator: "mtn-cameroon" };
	const order = (destination: string) => ({ ...cameroon, amount: "15000000", destination });
	const [one, other] = [newCameroonNumber(), newCameroonNumber()];
	const first = await approver.approve(await maker.requestPayout(order(one)));
	await maker.until(first, "succeeded");
	const second = await approver.approve(await maker.requestPayout(order(other)));
	// 20,000,000 less 15,000,000 and its fee remain. The second payout needs its fee too, which is known from the first one’s line.
	await expect.poll(async () => (await maker.read(second)).waits?.missing, { timeout: 30_000 }).toBe("10300000.00");
	const missing = /10\s300\s000\sXAF/;

	await desk.signIn(page, "maker");
	await page.goto(`/payouts/${second.id}`);
	await expect(page.getByRole("main")).toContainText("Approved and waiting. Nothing has been sent.");
	await expect(page.getByRole("main")).toContainText(/waiting for funds: the wallet needs/);
	await expect(page.getByRole("main")).toContainText(missing);
	await expectSoundInBoth(page, "a payout that waits for money");
	const home = await new HomePage(page).open();
	await expect(home.needs.getByRole("listitem").filter({ hasText: "waits for funds" })).toContainText(missing);
	await expectSoundInBoth(page, "Home, money is missing");
	await page.goto("/sending");
	await expect(page.getByRole("main")).toContainText(/The XAF wallet lacks funds/);
	await expectSoundInBoth(page, "what keeps payouts from leaving");

	// The other wallet has money, so its payouts leave meanwhile.
	await maker.until(await approver.approve(await maker.requestPayout()), "succeeded");
	expect((await maker.read(second)).state).toBe("approved");

	await desk.sandbox.fund("XAF", "15000000");
	await expect.poll(async () => (await maker.read(second)).state, { timeout: 60_000 }).toBe("succeeded");
	expect(await desk.sandbox.postsTo(other)).toHaveLength(1);
});

test("almost the same payout again is named on the form and to the approver, and stops nobody", async ({
	page,
	desk,
}) => {
	const [number, amount] = [newPhoneNumber("05"), "482000"];
	await (await desk.hand("maker")).requestPayout({ destination: number, amount, note: "Facture 2026/482" });
	await desk.signIn(page, "maker");
	const form = await new PaymentFormPage(page, "payout").openWith({
		phone: number,
		amount: "482001",
		note: "Facture 2026/482",
	});
	const named = /Another payout may be for the same invoice/;
	await expect(page.getByText(named)).toBeVisible();
	await expectSound(page, "almost the same payout, on the form");
	await form.submit.click();
	await form.requestApproval.click();
	await (await form.arrived()).shows("Waiting for approval");
	const approver = await desk.pageOf("approver");
	await new ApprovalsPage(approver).open();
	await expect(approver.getByText(named).first()).toBeVisible();
	await expectSoundInBoth(approver, "almost the same payout, to the approver");
});

test("one person stops sending with a reason, everybody sees it, and two go on", async ({ page, deputy, desk }) => {
	test.setTimeout(120_000);
	const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
	await desk.signIn(page, "admin");
	await page.goto("/sending");
	await page.getByRole("main").getByRole("button", { name: "Stop sending" }).first().click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("textbox", { name: "Reason" }).fill("A payout looks wrong");
	await expectSound(page, "the dialog that stops sending");
	await dialog.getByRole("button", { name: "Stop sending" }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole("main")).toContainText("A payout looks wrong");
	const waiting = await approver.approve(await maker.requestPayout());
	await expectSoundInBoth(page, "sending is stopped");
	await page.goto("/");
	await expectSoundInBoth(page, "Home, sending is stopped");
	await page.goto(`/payouts/${waiting.id}`);
	await expectSoundInBoth(page, "a payout while sending is stopped");
	await asIfDiskWereFull(desk, waiting.id);

	await page.goto("/sending");
	await expect(page.getByRole("main")).toContainText("XOF: Cauri cannot write to the disk");
	await expectSoundInBoth(page, "sending is stopped and the disk cannot be written");
	await page
		.getByRole("listitem")
		.filter({ hasText: "All sending is stopped" })
		.getByRole("link", { name: "Open" })
		.click();
	await page.getByRole("main").getByRole("button", { name: "Resume sending" }).click();
	await dialog.getByRole("textbox", { name: "Reason" }).fill("The payout was checked");
	await dialog.getByRole("button", { name: "Resume sending" }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole("main").getByRole("button", { name: "Resume sending", exact: true })).toHaveCount(0);
	await expectSoundInBoth(page, "sending goes on when a second admin confirms");
	expect((await maker.read(waiting)).state).toBe("approved");
	await confirmChanges(deputy);
	await maker.until(waiting, "succeeded");
});

import { asOwner } from "#server/store/as-owner.ts";
import { recordAudit } from "#server/store/audit-log.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { WalletGapsPart } from "#tests/pages/wallet-gaps-part.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";
import { expectSoundInBoth } from "#tests/support/browser/in-both-languages.ts";
import type { Stack } from "#tests/support/browser/stack.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ apart: "gaps" });
test.describe.configure({ mode: "default" });
test.setTimeout(180_000);

/** Pays without this desk, as a lost state of it or anybody with the keys would. */
async function payWithoutTheDesk(desk: Stack, amount: number): Promise<void> {
	const response = await fetch(`${desk.sandboxOrigin}/api/v1/transactions/payout/`, {
		method: "POST",
		headers: { "x-api-key": "test-key", "api-secret": desk.canary, "content-type": "application/json" },
		body: JSON.stringify({
			...{ amount, currency: "XOF", operator: "mtn-ci", country: "CI", destination: newPhoneNumber("05") },
			metadata: {},
		}),
	});
	expect(response.ok, await response.text()).toBe(true);
}

test("the morning start goes on by itself when the wallet proves, and stops with the right words when 5,000 XOF left in the night", async ({
	page,
	deputy,
	desk,
}) => {
	const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
	const approved = async (amount: string) =>
		approver.approve(await maker.requestPayout({ amount, destination: newPhoneNumber("05") }));
	await desk.signIn(page, "admin");

	// An evening and a morning in which nothing happened except three approvals.
	await approver.until(await approved("45000"), "succeeded");
	await desk.stopWorker();
	const usual = [await approved("3000"), await approved("4000"), await approved("6000")];
	await desk.startWorker();
	for (const payout of usual) await approver.until(payout, "succeeded");

	await desk.stopWorker();
	const lost = await approved("5000");
	const other = await approved("2000");
	const free = await approved("250000");
	await payWithoutTheDesk(desk, 5_000);
	await desk.startWorker();

	await page.goto("/");
	const warning = page.getByText(
		/^Payouts from the XOF wallet are stopped \(.*some waiting ones may already have left/,
	);
	await expect(warning).toBeVisible({ timeout: 30_000 });
	await expectSoundInBoth(page, "Home, what waits may have left");
	await page.getByRole("link", { name: /^Review the evidence: Payouts from the XOF wallet stopped/ }).click();
	const part = new WalletGapsPart(page);
	await expect(part.shows("Unmatched")).toContainText(/5\s050/);
	await expect(part.payout("5 000 XOF")).toContainText("A line has exactly this amount.");
	await expect(part.payout("2 000 XOF")).toContainText("The unmatched part covers this amount.");
	await expect(part.payout("250 000 XOF")).toHaveCount(0);
	await expectSoundInBoth(page, "what the wallet shows");
	const viewer = await desk.pageOf("viewer");
	await viewer.goto("/");
	await expect(viewer.getByText(/^Payouts from the XOF wallet are stopped/)).toBeVisible();

	await part.act.click();
	await expect(page.getByText(/2 payouts still need an answer/)).toBeVisible();
	await part.answer("5 000 XOF", "Left");
	await part.answer("2 000 XOF", "Not left");
	await part.act.click();
	await expect(part.reason).toHaveAccessibleDescription(/Give a reason of at least 10 characters/);
	await part.reason.fill("The portal shows it:\n\nthe payout of 5,000 of this night.");
	await part.act.click();
	// Two people must release payouts that may have left.
	await expect(page.getByText("Change requested. It waits for another admin to confirm it.")).toBeVisible();
	const waits = page.getByRole("region", { name: "Answers about the XOF wallet" });
	await expect(waits).toContainText("Payouts to send");
	await expectSoundInBoth(page, "answers that wait for another admin");
	await confirmChanges(deputy);
	await expect(warning).toBeHidden();

	await approver.until(other, "succeeded");
	await approver.until(free, "succeeded");
	await page.goto(`/payouts/${lost.id}`);
	const payment = new PaymentPage(page, "payout");
	await payment.shows("May have left");
	await payment.timelineHas(/confirmed that it left, as the wallet shows/);
	await expectSoundInBoth(page, "a payout that may have left");
	expect(await desk.sandbox.postsTo(lost.destination ?? "")).toHaveLength(0);
});

test("of a wallet that nobody looked at before, what left is not known: no zero stands for it, and each payout is answered for", async ({
	page,
	deputy,
	desk,
}) => {
	const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
	const approved = async () =>
		approver.approve(await maker.requestPayout({ amount: "7000", destination: newPhoneNumber("05") }));
	await desk.signIn(page, "admin");
	await approver.until(await approved(), "succeeded");
	await desk.stopWorker();
	const waiting = await approved();
	await desk.database.deleteFrom("balance_reading").execute();
	await desk.startWorker();

	await page.goto("/settings/configuration");
	const part = new WalletGapsPart(page);
	await expect(part.shows("Unmatched")).toHaveText("not known", { timeout: 30_000 });
	await expect(part.payout("7 000 XOF")).toContainText("There is no earlier balance reading to compare with.");
	await expect(page.getByText(/^Money left the XOF wallet/)).toHaveCount(0);
	await expect(page.getByText("Matched to payments")).toHaveCount(0);
	await expectSoundInBoth(page, "a wallet that was never read before");
	await part.answer("7 000 XOF", "Not left");
	await part.reason.fill("The portal shows nothing of this night.");
	await part.act.click();
	await confirmChanges(deputy);
	await approver.until(waiting, "succeeded");
});

test("lines of others that held payouts on two days: Settings proposes to share the wallet, with the lines", async ({
	page,
	desk,
}) => {
	const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
	const paid = await approver.approve(await maker.requestPayout({ amount: "7100", destination: newPhoneNumber("05") }));
	await approver.until(paid, "succeeded");
	const line = () =>
		desk.database.selectFrom("movement").select("id").where("amount", "=", "7100.00").executeTakeFirst();
	await expect.poll(line, { timeout: 90_000 }).toBeDefined();
	const lines = (await line())?.id ?? "";
	for (const at of [new Date(Date.now() - 86_400_000), new Date()])
		await asOwner(desk.database, (trx) =>
			recordAudit(trx, {
				...{ at, memberId: null, action: "setting.wallet_held", details: { lines } },
				...{ subjectKind: "wallet", subjectId: "XOF" },
			}),
		);
	await desk.signIn(page, "admin");
	await page.goto("/settings/configuration");
	const proposal = page.getByRole("region", { name: "Wallets shared with other systems" });
	await expect(proposal).toContainText(/7\s100/);
	await expectSoundInBoth(page, "a wallet that is proposed as shared");
});

test("an answer belongs to the evidence that the admin saw: when the wallet shows more, it has to be given again", async ({
	page,
	desk,
}) => {
	const [maker, approver] = [await desk.hand("maker"), await desk.hand("approver")];
	await desk.stopWorker();
	await approver.approve(await maker.requestPayout({ amount: "8000", destination: newPhoneNumber("05") }));
	await payWithoutTheDesk(desk, 8_000);
	await desk.startWorker();
	await desk.signIn(page, "admin");
	await page.goto("/settings/configuration");
	const part = new WalletGapsPart(page);
	await expect(part.shows("Unmatched")).toContainText(/8\s0/, { timeout: 30_000 });
	await part.answer("8 000 XOF", "Left");
	await part.reason.fill("The portal shows this payout.");
	await payWithoutTheDesk(desk, 1_000);
	await expect(part.shows("Unmatched")).toContainText(/9\s\d/, { timeout: 60_000 });
	await part.act.click();
	await expect(page.getByText("One payout still needs an answer.")).toBeVisible();
	await expect(part.reason).toHaveValue("The portal shows this payout.");
	await part.answer("8 000 XOF", "Left");
	await part.act.click();
	await expect(part.act).toBeHidden();
});

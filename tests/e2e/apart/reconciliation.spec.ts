import { expect, test } from "#tests/e2e/fixtures.ts";
import { HomePage } from "#tests/pages/home-page.ts";
import { ReconciliationPage } from "#tests/pages/reconciliation-page.ts";
import { expectSound } from "#tests/support/accessibility.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";
import type { Stack } from "#tests/support/stack.ts";

test.use({ apart: "reconciliation" });
test.describe.configure({ mode: "default" });

/** The desk saw the empty wallet twice, yesterday: a day that has ended, and can be proved. */
async function lookYesterday({ pool }: Stack): Promise<void> {
	await pool.query(`
		insert into wallet_look (environment, currency, wallet_reference, balance, updated_at, first_fetched_at, fetched_at)
		select distinct environment, 'XOF', 'WF-1', 0, at, at, at from wallet_look
		cross join (values (date_trunc('day', now()) - interval '14 hours'), (date_trunc('day', now()) - interval '1 minute')) as yesterday (at)
		where currency = 'XOF'`);
}

test("money that left unasked is an alarm on Home until a person says what it was; equal lines are told apart; a day opens", async ({
	page,
	pageOf,
	signIn,
	hand,
	sandbox,
	desk,
}) => {
	const maker = await hand("maker");
	const deposit = await maker.startDeposit({ phoneNumber: newPhoneNumber("05", "789"), amount: "17300" });
	await maker.until(deposit, "succeeded");
	await lookYesterday(desk);
	const line = (await sandbox.movements("XOF")).find(({ amount }) => amount === "17300.00");
	await sandbox.doubleMovement(line?.id ?? "");
	await sandbox.inventMovement({ currency: "XOF", type: "withdrawal", amount: "37700", fee: "377" });
	await maker.post("/api/wallets/XOF/movements/refresh", {});

	const approver = await signIn(page, "approver");
	const home = new HomePage(page);
	await home.open();
	await expect(home.needs).toContainText("Money left that nobody here sent");
	await expect(home.needs).toContainText("37\u00a0700");
	await home.needs.getByRole("link", { name: /^Reconcile/ }).click();

	const reconciliation = new ReconciliationPage(page);
	const alarm = "Money left the wallet, and nobody here sent it.";
	await expect(reconciliation.finding(alarm)).toContainText("37\u00a0700");
	await expect(reconciliation.finding("One too many")).toContainText("2 lines for 1 payment.");
	await expectSound(page, "Reconciliation");

	const lookers = new ReconciliationPage(await pageOf("viewer"));
	await lookers.open();
	await expect(lookers.finding(alarm)).toBeVisible();
	await expect(lookers.queue.getByRole("button")).toHaveCount(0);

	await reconciliation.decide(
		reconciliation.item("37\u00a0700"),
		"Started in the service’s own portal",
		"The manager paid the rent there",
	);
	await expect(reconciliation.finding(alarm)).toHaveCount(0);
	// The other person's page follows by itself.
	await expect(lookers.finding(alarm)).toHaveCount(0);
	await home.open();
	await expect(home.needs).not.toContainText("nobody here sent");

	await reconciliation.open();
	await reconciliation.decide(
		reconciliation.item("+17\u00a0300").first(),
		/^It is deposit 1/,
		"The first is the payer's",
	);
	await expect(reconciliation.finding("One too many")).toContainText("The same line again.");
	await reconciliation.decide(
		reconciliation.item("+17\u00a0300").first(),
		"A correction by the service",
		"Told by support",
	);
	// The wallet was filled just before its first payment.
	await reconciliation.decide(reconciliation.item("+50\u00a0000\u00a0000"), "A top-up of the wallet", "Opening float");
	await expect(reconciliation.queue).toContainText("Nothing to decide");

	await reconciliation.takeBack("Told by support", "They meant another line");
	await expect(reconciliation.finding("One too many")).toBeVisible();
	await expect(page.getByText(`The manager paid the rent there · ${approver.name}`)).toBeVisible();

	await expect(reconciliation.days.getByRole("row", { name: /Proved/ })).toHaveCount(1);
	await reconciliation.days.getByRole("link").first().click();
	await expect(page.getByText("None: every unit is explained")).toBeVisible();
	await expect(page.getByText("No line on this day")).toBeVisible();
	await expectSound(page, "Reconciliation of a day");
});

test("a day that is not kept is not found, and an address with a fault opens the first wallet", async ({
	page,
	signIn,
}) => {
	await signIn(page, "viewer");
	expect((await page.goto("/reconciliation/days/2020-01-01?currency=XOF"))?.status()).toBe(404);
	await page.goto("/reconciliation?currency=ZZZ");
	await expect(page.getByRole("radio", { name: "XOF" })).toBeChecked();
});

import { asOwner } from "#server/store/as-owner.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { downloadOf, textOf } from "#tests/pages/export-part.ts";
import { HomePage } from "#tests/pages/home-page.ts";
import { ReconciliationPage } from "#tests/pages/reconciliation-page.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { expectSoundInBoth } from "#tests/support/browser/in-both-languages.ts";
import type { Stack } from "#tests/support/browser/stack.ts";
import { parseCsv } from "#tests/support/files/read-file.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ apart: "reconciliation" });
test.describe.configure({ mode: "default" });

/** The desk read the empty wallet twice yesterday, so that day can be proved: it ended half an hour ago. */
async function readingYesterday({ pool }: Stack): Promise<void> {
	await pool.query(`
		insert into balance_reading (environment, currency, wallet_reference, balance, updated_at, first_fetched_at, fetched_at)
		select distinct environment, 'XOF', wallet_reference, 0, at, at, at from balance_reading
		cross join (values (interval '14 hours'), (interval '1 minute')) as before (span)
		cross join lateral (select date_trunc('day', now() - interval '30 minutes') - span as at) as yesterday
		where currency = 'XOF'`);
}

test("money that left unasked is an alarm on Home until a person says what it was; equal lines are told apart; a day opens", async ({
	page,
	desk,
}) => {
	const maker = await desk.hand("maker");
	const deposit = await maker.startDeposit({ phoneNumber: newPhoneNumber("05", "789"), amount: "17300" });
	await maker.until(deposit, "succeeded");
	await readingYesterday(desk);
	const line = (await desk.sandbox.movements("XOF")).find(({ amount }) => amount === "17300.00");
	await desk.sandbox.doubleMovement(line?.id ?? "");
	await desk.sandbox.inventMovement({ currency: "XOF", type: "withdrawal", amount: "37700", fee: "377" });
	await maker.post("/api/wallets/XOF/movements/refresh", {});

	const approver = await desk.signIn(page, "approver");
	const home = await new HomePage(page).open();
	await expect(home.needs).toContainText("One outgoing movement has no payment in Cauri");
	await expect(home.needs).toContainText("37\u00a0700");
	await home.needs.getByRole("link", { name: /^Reconcile/ }).click();

	const reconciliation = new ReconciliationPage(page);
	const alarm = "Money left the wallet without a payment in Cauri.";
	await expect(reconciliation.exception(alarm)).toContainText("37\u00a0700");
	await expect(reconciliation.exception("Duplicate line")).toContainText("2 lines for 1 payment.");
	const headline = page.getByText(/\d+ unmatched lines: [+−][\d\u00a0]+\u00a0XOF/);
	await expect(headline).toBeVisible();
	// This desk's only month begins where its knowledge begins.
	await expect(page.getByText("Cauri has read this wallet since")).toContainText("Earlier days cannot be proved.");
	await expectSoundInBoth(page, "Reconciliation");

	const lookers = await new ReconciliationPage(await desk.pageOf("viewer")).open();
	await expect(lookers.exception(alarm)).toBeVisible();
	await expect(lookers.queue.getByRole("button")).toHaveCount(0);

	await reconciliation.decide(
		reconciliation.item("37\u00a0700"),
		"Started in the service’s portal",
		"The manager paid the rent there",
	);
	await expect(reconciliation.exception(alarm)).toHaveCount(0);
	// The other person's page follows by itself.
	await expect(lookers.exception(alarm)).toHaveCount(0);
	await home.open();
	await expect(home.needs).not.toContainText("has no payment in Cauri");

	await reconciliation.open();
	await reconciliation.decide(reconciliation.item("+17\u00a0300").first(), /^Deposit 1/, "The first is the payer's");
	await expect(reconciliation.exception("Duplicate line")).toContainText("The same line appears again.");
	const asked = "Support contacted, awaiting answer";
	await reconciliation.decide(reconciliation.item("+17\u00a0300").first(), asked, "Ticket 17");
	await expect(reconciliation.exception("Duplicate line")).toContainText(`${asked} · Ticket 17`);
	await reconciliation.decide(
		reconciliation.item("+17\u00a0300").first(),
		"Duplicate of another line",
		"Told by support",
	);
	// The wallet was filled just before its first payment.
	await reconciliation.decide(reconciliation.item("+50\u00a0000\u00a0000"), "Wallet top-up", "Opening float");
	await expect(reconciliation.queue).toContainText("No exceptions");
	await expect(headline).toHaveCount(0);

	await reconciliation.takeBack("Told by support", "They meant another line");
	await expect(reconciliation.exception("Duplicate line")).toBeVisible();
	await expect(page.getByText(`The manager paid the rent there · ${approver.name}`)).toBeVisible();

	await expect(reconciliation.days.getByRole("row", { name: /Proved/ })).toHaveCount(1);
	await reconciliation.days.getByRole("link").first().click();
	await expect(page.getByText("None: the lines explain the balance")).toBeVisible();
	await expect(page.getByText("No lines on this day")).toBeVisible();
	await expectSound(page, "Reconciliation of a day");
});

test("money that left above the amount that one person approves is explained by two, each with a fresh proof", async ({
	page,
	desk,
}) => {
	await asOwner(desk.database, (trx) =>
		trx
			.insertInto("payout_rule")
			.values({ currency: "XOF", one_approver_up_to: "500000", changed_at: new Date() })
			.execute(),
	);
	const maker = await desk.hand("maker");
	await desk.sandbox.inventMovement({ currency: "XOF", type: "withdrawal", amount: "612345", fee: "0" });
	const deposit = await maker.startDeposit({ phoneNumber: newPhoneNumber("05", "789"), amount: "17600" });
	await maker.until(deposit, "succeeded");
	await maker.post("/api/wallets/XOF/movements/refresh", {});

	const approver = await desk.signIn(page, "approver");
	const [first, second] = [new ReconciliationPage(page), new ReconciliationPage(await desk.pageOf("admin"))];
	await second.open();
	await first.open();
	const amount = "612\u00a0345";
	await first.decide(first.item(amount), "Started in the service’s portal", "The building's roof");
	const said = `First of two decisions. It takes effect when another person confirms it: Started in the service’s portal · The building's roof · ${approver.name}`;
	await expect(first.item(amount)).toContainText(said);
	await expect(first.item(amount).getByRole("button")).toHaveText("Withdraw");
	await expect(second.item(amount)).toContainText(said);
	await expectSoundInBoth(second.page, "Reconciliation, of two");
	await second.decideToo(second.item(amount), "Seen in the portal");
	await expect(second.item(amount)).toHaveCount(0);
	await expect(first.item(amount)).toHaveCount(0);
});

test("a day that is not kept is not found, and an address with a fault opens the first wallet", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	expect((await page.goto("/reconciliation/days/2020-01-01?currency=XOF"))?.status()).toBe(404);
	await page.goto("/reconciliation?currency=ZZZ");
	await expect(page.getByRole("radio", { name: "XOF" })).toBeChecked();
});

test("what is to decide has pages: by link and keyboard, at addresses of their own, and nothing is left out", async ({
	page,
	desk,
}) => {
	const maker = await desk.hand("maker");
	for (let index = 0; index < 60; index += 1)
		await desk.sandbox.inventMovement({ currency: "XOF", type: "withdrawal", amount: String(2_000 + index), fee: "0" });
	// A wallet's books begin with its first payment.
	const deposit = await maker.startDeposit({ phoneNumber: newPhoneNumber("05", "789"), amount: "17400" });
	await maker.until(deposit, "succeeded");
	await maker.post("/api/wallets/XOF/movements/refresh", {});

	await desk.signIn(page, "approver");
	const reconciliation = await new ReconciliationPage(page).open();
	await expect(reconciliation.exceptions()).toHaveCount(50);
	const first = await reconciliation.figures();
	await expect(reconciliation.pages).toContainText(/1–50 of \d+/);
	await reconciliation.pages.getByRole("link", { name: "Next" }).focus();
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/after=/);
	await expect(reconciliation.pages).toContainText(/51–\d+ of/);
	await expect(reconciliation.queue).toBeFocused();
	await expect(reconciliation.exceptions()).not.toHaveCount(50);
	const rest = await reconciliation.figures();
	const amounts = [...first, ...rest].filter((text) => /2\u00a00[0-5]\d/.test(text));
	expect(new Set(amounts).size).toBe(60);
	await page.reload();
	expect(await reconciliation.figures()).toEqual(rest);
	await page.goBack();
	await expect(reconciliation.exceptions()).toHaveCount(50);
	await page.goForward();
	await reconciliation.pages.getByRole("link", { name: "First page" }).click();
	await expect(reconciliation.exceptions()).toHaveCount(50);
	expect(await reconciliation.figures()).toEqual(first);
});

test("the month chooses the days below and the file alike, and only months with days are offered", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "viewer");
	const kept = async () => (await desk.pool.query("select from balance_proof where currency = 'XOF'")).rowCount ?? 0;
	if ((await kept()) === 0) {
		const maker = await desk.hand("maker");
		const deposit = await maker.startDeposit({ phoneNumber: newPhoneNumber("05", "789"), amount: "17500" });
		await maker.until(deposit, "succeeded");
		await readingYesterday(desk);
		await maker.post("/api/wallets/XOF/movements/refresh", {});
		await expect.poll(kept, { timeout: 30_000 }).toBeGreaterThan(0);
	}
	// Proofs as the desk would have kept them two and three months ago.
	await desk.pool.query(`
		insert into balance_proof (environment, currency, day, status, proof, computed_at)
		select kept.environment, 'XOF', past.day, kept.status, jsonb_set(kept.proof, '{day}', to_jsonb(past.day::text)), now()
		from (select * from balance_proof where currency = 'XOF' order by id desc limit 1) as kept
		cross join (select (date_trunc('month', now()) - make_interval(months => back) + interval '4 days')::date as day
			from (values (2), (3)) as months (back)) as past`);
	const { rows } = await desk.pool.query(
		"select distinct to_char(day, 'YYYY-MM') as month from balance_proof where currency = 'XOF' order by 1 desc",
	);
	const months: string[] = rows.map(({ month }) => month);
	const reconciliation = await new ReconciliationPage(page).open();
	const offered = reconciliation.month.getByRole("option");
	await expect(offered).toHaveCount(months.length);
	expect(await offered.evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))).toEqual(
		months,
	);
	const oldest = months.at(-1) ?? "";
	await reconciliation.month.selectOption(oldest);
	await expect(page).toHaveURL(new RegExp(`month=${oldest}`));
	await expect(reconciliation.days.locator("time")).toHaveCount(1);
	await expect(reconciliation.days.locator("time")).toHaveAttribute("datetime", `${oldest}-05`);
	const file = await downloadOf(page, "csv");
	expect(file.suggestedFilename()).toBe(`reconciliation-XOF-${oldest}.csv`);
	const [heads, ...days] = parseCsv(await textOf(file), ",");
	expect(days.map((row) => row[heads?.indexOf("Day") ?? -1])).toEqual([`${oldest}-05`]);
	await page.reload();
	await expect(reconciliation.month).toHaveValue(oldest);
});

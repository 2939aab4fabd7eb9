import { expect, test } from "#tests/e2e/fixtures.ts";
import { HomePage } from "#tests/pages/home-page.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import type { PaymentPage } from "#tests/pages/payment-page.ts";
import { anAmount, shown } from "#tests/support/browser/amounts.ts";
import { databaseUrl, runAsAdmin } from "#tests/support/database/postgres-server.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test.use({ apart: "trouble" });
// The desk pauses requests to a dead service, and recovers within a minute.
test.setTimeout(150_000);
const WITHIN_A_MINUTE = { timeout: 60_000 };

test("while the service is away old figures stay, marked, forms still save, and everything recovers by itself", async ({
	page,
	desk,
}) => {
	await desk.signIn(page, "maker");
	const fund = anAmount();
	await desk.sandbox.fund("XOF", fund);
	const home = await new HomePage(page).open();
	await expect(home.staleMark("XOF")).toBeHidden();
	const balance = home.wallet("XOF").getByText(/^[\d\s]+XOF$/);
	const before = await balance.textContent();
	const movements = await desk.pageOf("approver");
	await movements.goto("/movements?currency=XOF");
	await movements.getByRole("button", { name: "Refresh" }).click();
	const line = movements.getByRole("row").filter({ hasText: `+${shown(fund)}` });
	await expect(line).toBeVisible();

	await desk.killSandbox();
	await test.step("home keeps the last balance and says that it is old", async () => {
		// A balance that was read within two seconds is not read again.
		await expect(async () => {
			await home.open();
			await expect(home.staleMark("XOF")).toBeVisible({ timeout: 2_000 });
		}).toPass();
		await expect(home.wallet("XOF")).toContainText("This is the last balance reading");
		expect(await balance.textContent()).toBe(before);
	});
	await test.step("movements come from the mirror", async () => {
		await movements.reload();
		await expect(line).toBeVisible();
	});
	await test.step("a look-up says in words that the service is not responding", async () => {
		await movements.goto("/transactions/TX-20260101-UNKNOWN1");
		await expect(movements.getByRole("main").getByRole("alert")).toHaveText(
			/^Loading failed.*The service is not responding\. Nothing is lost; try again shortly\.Try again$/,
		);
	});
	const number = newPhoneNumber("05");
	const payout = await test.step("a payout is asked for and approved", async () => {
		const form = await new PaymentFormPage(page, "payout").open();
		return form.start({ phone: number, amount: anAmount() });
	});
	const approver: PaymentPage = await payout.openFor(await desk.pageOf("approver"));
	await approver.approve();
	await payout.shows("Approved, waiting to be sent");
	await payout.mark();
	await test.step("a deposit that cannot leave says so", async () => {
		const other = await desk.pageOf("admin");
		const deposit = await (await new PaymentFormPage(other, "deposit").open()).start({
			phone: newPhoneNumber("05"),
			amount: anAmount(),
		});
		await deposit.says("Not sent. The payer was not asked.");
		await deposit.says("The connection failed.");
	});
	const watching = await new HomePage(await desk.pageOf("viewer")).open();
	await expect(watching.staleMark("XOF")).toBeVisible();
	const looking = movements.getByRole("main");

	await desk.startSandbox();
	await expect(payout.main.getByText("Paid", { exact: true })).toBeVisible(WITHIN_A_MINUTE);
	await payout.stayed();
	expect(await desk.sandbox.postsTo(number)).toHaveLength(1);
	await expect(watching.staleMark("XOF")).toBeHidden(WITHIN_A_MINUTE);
	await expect(looking).toContainText("The service does not know this reference", WITHIN_A_MINUTE);
});

test("while the database is away a page says so, and comes back by itself", async ({ page, desk }) => {
	await desk.signIn(page, "viewer");
	const admin = databaseUrl(desk.databaseUrl, "postgres");
	const database = new URL(desk.databaseUrl).pathname.slice(1);
	await runAsAdmin(admin, `alter database ${database} with allow_connections false`);
	try {
		// Ends only the programs' connections, which have roles of their own.
		const ended = "select pg_terminate_backend(pid) from pg_stat_activity";
		await runAsAdmin(admin, `${ended} where datname = '${database}' and usename <> current_user`);
		await page.goto("/movements?currency=XOF");
		await expect(page.getByRole("heading", { name: "The database is not responding" })).toBeVisible();
		await expect(page.getByRole("main")).toContainText("This page retries every few seconds.");
		await expect(page.getByRole("link", { name: "Go to Home" })).toBeVisible();
	} finally {
		await runAsAdmin(admin, `alter database ${database} with allow_connections true`);
	}
	await expect(page.getByRole("heading", { name: "Movements" })).toBeVisible(WITHIN_A_MINUTE);
	await expect(page.getByRole("table", { name: "Movements of the XOF wallet" })).toBeVisible();
});

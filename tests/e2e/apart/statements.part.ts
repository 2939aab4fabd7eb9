/** Part of past-days.spec.ts. */
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright/test";
import type { JournalAccounts } from "#lib/contracts/journal.ts";
import type { Statement } from "#lib/contracts/statement.ts";
import { formatAmount } from "#lib/money.ts";
import { daysWithChange } from "#lib/statements/days-with-change.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";
import { expectSoundInBoth } from "#tests/support/browser/in-both-languages.ts";
import { readPdf } from "#tests/support/files/read-pdf.ts";

/** Returns the shown days, from the statement's address. */
async function choosePeriod(page: Page, period: string): Promise<{ from: string; to: string }> {
	const before = page.url();
	await page.getByRole("button", { name: /^Period/ }).click();
	await page.getByRole("button", { name: period, exact: true }).click();
	await expect(page).not.toHaveURL(before);
	const { searchParams } = new URL(page.url());
	return { from: searchParams.get("from") ?? "", to: searchParams.get("to") ?? "" };
}

test("a month is closed by two people, a line that comes late for it is listed in the next month, and two admins reopen it", async ({
	page,
	deputy,
	desk,
}) => {
	test.setTimeout(240_000);
	const maker = await desk.hand("maker");
	await maker.post("/api/wallets/XAF/movements/refresh", {});
	const approver = await desk.signIn(page, "approver");
	await page.goto("/statements?wallet=XAF");
	const last = await choosePeriod(page, "Last month");
	const stateOf = ({ from, to }: typeof last) => maker.get<Statement>(`/api/statements/XAF?from=${from}&to=${to}`);
	await expect(page.getByText("Opening balance", { exact: false }).first()).toBeVisible();
	await expectSoundInBoth(page, "Statements");
	await page.getByRole("button", { name: "Export" }).click();
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "PDF" }).click();
	expect((await download).suggestedFilename()).toMatch(/^statement-XAF-[-0-9]+\.pdf$/);
	await page.getByRole("button", { name: "Propose closing" }).click();
	const dialog = page.getByRole("dialog", { name: /^Close / });
	await expect(dialog.getByRole("textbox")).toBeFocused();
	await dialog.getByRole("button", { name: "Propose closing" }).click();
	await expect(dialog.getByText("Give a reason.")).toBeVisible();
	await expectSound(page, "Statements, a closing without its reason");
	await dialog.getByRole("textbox").fill("Before the desk began");
	await new StepUpPart(page).through(() => dialog.getByRole("button", { name: "Propose closing" }).click());
	await expect(page.getByText(`Proposed by ${approver.name}`)).toBeVisible();
	await expect(page.getByRole("button", { name: "Confirm closing" })).toHaveCount(0);
	await expectSoundInBoth(page, "Statements, a month proposed for closing");

	const admins = await desk.pageOf("admin");
	await admins.goto(page.url());
	await admins.getByRole("button", { name: "Confirm closing" }).click();
	const confirm = admins.getByRole("dialog", { name: /^Confirm the closing of / });
	// A proposal that replaces the one that was shown is looked at first.
	const decide = async (decision: object) => {
		const { version } = (await stateOf(last)).monthClosing ?? {};
		const proposer = await desk.hand("approver");
		await proposer.post("/api/statements/XAF/closings", { month: last.from.slice(0, 7), version, ...decision });
	};
	await decide({ decision: "reject" });
	const open = (await stateOf(last)).openDays.filter(({ reason }) => reason === null);
	const reasons = open.map(({ day }) => ({ day, reason: "Nobody kept a list then" }));
	await decide({ decision: "propose", reasons });
	await expect(admins.getByText("Nobody kept a list then").first()).toBeVisible();
	await confirm.getByRole("button", { name: "Confirm closing" }).click();
	await expect(confirm).toContainText("The data changed while you were viewing it");
	await confirm.getByRole("button", { name: "Cancel" }).click();
	await admins.getByRole("button", { name: "Confirm closing" }).click();
	await expectSound(admins, "Statements, a closing to confirm");
	await new StepUpPart(admins).through(() => confirm.getByRole("button", { name: "Confirm closing" }).click());
	await expect(admins.getByText(`Closed by ${approver.name} and`)).toBeVisible();
	await expectSoundInBoth(admins, "Statements, a closed month");
	await expect(page.getByText(`Closed by ${approver.name} and`)).toBeVisible();

	// The service books one more deposit, dated in the closed month.
	const closed = await stateOf(last);
	const lines = await desk.sandbox.movements("XAF");
	const line = lines.find(({ type, createdAt }) => type === "deposit" && createdAt.startsWith(last.from.slice(0, 7)));
	await desk.sandbox.doubleMovement(line?.id ?? "", { balance: true });
	await maker.post("/api/wallets/XAF/movements/refresh", {});
	const current = await choosePeriod(page, "This month");
	await expect.poll(async () => (await stateOf(current)).late.length, { timeout: 30_000 }).toBe(1);
	await page.reload();
	const [late] = (await stateOf(current)).late;
	const listed = page.getByRole("listitem").filter({ hasText: "Arrived after" });
	await expect(listed).toHaveCount(1);
	await expect(listed).toContainText(formatAmount(late?.effect ?? "", "XAF", "en"));
	expect(Date.parse(late?.createdAt ?? "")).toBe(Date.parse(line?.createdAt ?? ""));
	await expect(listed.locator(`time[datetime^="${late?.createdAt.slice(0, 19)}"]`)).toBeVisible();
	const month = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
	await expect(listed).toContainText(`Arrived after ${month.format(new Date(last.from))} was closed`);
	await expect(listed).toContainText(/Noted .+ · Counted here/);
	await expectSoundInBoth(page, "Statements, a late line");
	const file = async (format: string) => {
		const days = new URLSearchParams({ ...current, format, locale: "en" });
		return (await page.request.get(`/api/statements/XAF?${days}`)).body();
	};
	const came = `Arrived after ${month.format(new Date(last.from))} was closed`;
	expect(String(await file("csv"))).toContain(came);
	expect((await readPdf(await file("pdf"))).text.replace(/\s+/g, " ")).toContain(came);
	expect({ ...(await stateOf(last)), syncedAt: null }).toEqual({ ...closed, syncedAt: null });

	await admins.getByRole("button", { name: "Reopen" }).click();
	const reopen = admins.getByRole("dialog", { name: /^Reopen / });
	await expect(reopen.getByRole("textbox")).toBeFocused();
	await expectSound(admins, "Statements, a month to reopen");
	await reopen.getByRole("textbox").fill("A line was missing then");
	await new StepUpPart(admins).through(() => reopen.getByRole("button", { name: "Request reopening" }).click());
	await expect(reopen).toBeHidden();
	await expect(admins.getByText("Reopening requested by")).toBeVisible();
	await expect(admins.getByRole("button", { name: "Reopen" })).toHaveCount(0);
	await expectSoundInBoth(admins, "Statements, a reopening that waits");
	await confirmChanges(deputy);
	await expect(admins.getByText("Not closed")).toBeVisible();
	// The open month has its line again, and the next month lists none.
	expect((await stateOf(last)).count).toBe(closed.count + 1);
	await page.reload();
	await expect(page.getByRole("heading", { name: "By day" })).toBeVisible();
	await expect(listed).toHaveCount(0);
});

/** Only digits, because the page writes separators and signs. */
const digits = (text: string) => text.replace(/\D/g, "");
const digitsOf = async (cells: Locator) => (await cells.allInnerTexts()).map(digits);
const whole = (decimal: string | null) => digits(decimal?.replace(/\.00$/, "") ?? "");

test("while another period loads, the heading names the period whose figures are shown", async ({ page }) => {
	await page.goto("/statements?wallet=XOF");
	const statement = page.getByRole("article", { name: "XOF" });
	const heading = statement.getByRole("heading", { level: 2 }).first();
	const before = (await heading.textContent()) ?? "";
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route("**/api/statements/XOF?*", async (route) => {
		await promise;
		await route.continue();
	});
	await page.getByRole("link", { name: "Earlier period" }).click();
	await expect(statement).toHaveAttribute("aria-busy", "true");
	await expect(heading).toHaveText(before);
	resolve();
	await expect(statement).not.toHaveAttribute("aria-busy");
	await expect(heading).not.toHaveText(before);
});

test("the page has the figures of the API: balances, sums, operators, types and days", async ({ page, desk }) => {
	const viewer = await desk.hand("viewer");
	await page.goto("/statements?wallet=XOF");
	// This month is shown without a choice, so there is nothing to clear.
	const clear = page.getByRole("button", { name: "Clear the period" });
	await expect(page.getByRole("button", { name: /^Period/ })).toContainText("This month");
	await expect(clear).toHaveCount(0);
	const { from, to } = await choosePeriod(page, "Last month");
	await expect(clear).toHaveCount(1);
	const statement = await viewer.get<Statement>(`/api/statements/XOF?from=${from}&to=${to}`);
	const { opening, closing, adjustmentParts } = statement;
	const figures = page.getByRole("region", { name: "Statements XOF" });
	await expect(figures.getByRole("definition").first()).toHaveText(/\d/);
	expect(await digitsOf(figures.getByRole("definition"))).toEqual([
		...[opening.amount, statement.in, statement.out, statement.fees].map(whole),
		...adjustmentParts.map(({ amount }) => whole(amount)),
		...[statement.unexplained, closing.amount].map(whole),
		...(closing.onTheWay === "0.00" ? [] : [whole(closing.onTheWay)]),
	]);
	const cellsOf = async (name: string, count: number) => {
		const rows = page
			.getByRole("table", { name })
			.getByRole("row")
			.filter({ has: page.getByRole("cell") });
		await expect(rows).toHaveCount(count);
		return Promise.all((await rows.all()).map(async (row) => (await digitsOf(row.getByRole("cell"))).slice(1)));
	};
	expect(await cellsOf("By operator", statement.byOperator.length + 1)).toEqual(
		[...statement.byOperator, statement].map((of) => [String(of.count), ...[of.in, of.out, of.fees].map(whole)]),
	);
	expect(await cellsOf("By type", statement.byType.length)).toEqual(
		statement.byType.map((of) => [String(of.count), ...[of.amount, of.fee].map(whole)]),
	);
	const days = daysWithChange(statement.byDay);
	expect(await cellsOf("By day", days.length)).toEqual(
		days.map((of) => [of.in, of.out, of.fees, of.unexplained, of.closing.amount].map(whole)),
	);
});

test("the accounts of the journal are set in Settings, and the journal books with them, also as Odoo and Sage import it", async ({
	page,
	desk,
}) => {
	const admin = await desk.hand("admin");
	await desk.signIn(page, "admin");
	await page.goto("/settings/accounting");
	const section = page.getByRole("region", { name: "Journal accounts" });
	await section.getByLabel("Wallet").fill("5521");
	await section.getByLabel("Fees").fill("6 31");
	await expect(section.getByText("Enter 2 to 20 letters or digits.")).toBeVisible();
	await section.getByRole("button", { name: "Save" }).click();
	await expect(section.getByLabel("Fees")).toBeFocused();
	await section.getByLabel("Fees").fill("6312");
	await section.getByRole("button", { name: "Add a rule" }).click();
	await expect(section.getByText("Enter 2 to 20 letters or digits.")).toBeVisible();
	await section.getByLabel("Account", { exact: true }).last().fill("4019");
	await section.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Accounts saved.").first()).toBeVisible();
	await expectSoundInBoth(page, "Settings, accounting");
	await expect(section.getByLabel("Wallet")).toHaveValue("5521");
	expect(await admin.get<JournalAccounts>("/api/journal-accounts")).toMatchObject({ wallet: "5521", fees: "6312" });

	await page.goto("/statements?wallet=XOF");
	await choosePeriod(page, "Last month");
	for (const [name, file, part] of [
		["Accounting journal (CSV)", /^journal-XOF-[-\d]+\.csv$/, '"5521"'],
		["Journal for Odoo (CSV)", /^journal-XOF-[-\d]+-odoo\.csv$/, "line_ids/account_id"],
		["Journal for Sage (CSV)", /^journal-XOF-[-\d]+-sage\.csv$/, ";5521;"],
	] as const) {
		await page.getByRole("button", { name: "Export" }).click();
		const download = page.waitForEvent("download");
		await page.getByRole("link", { name }).click();
		expect((await download).suggestedFilename()).toMatch(file);
		expect(readFileSync(await (await download).path(), "latin1")).toContain(part);
	}
});

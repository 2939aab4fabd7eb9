import type { Page } from "playwright/test";
import type { Statement } from "#lib/contracts/statement.ts";
import { formatAmount } from "#lib/money.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";

test.use({ apart: "statements", withPast: true });
test.describe.configure({ mode: "default" });

/** The shown days, as the address of the statement has them. */
async function choosePeriod(page: Page, period: string): Promise<{ from: string; to: string }> {
	const before = page.url();
	await page.getByRole("combobox", { name: "Period" }).selectOption(period);
	await expect(page).not.toHaveURL(before);
	const { searchParams } = new URL(page.url());
	return { from: searchParams.get("from") ?? "", to: searchParams.get("to") ?? "" };
}

test("a month is closed by two people, a line that comes late for it is listed in the next month, and two admins reopen it", async ({
	page,
	pageOf,
	signIn,
	hand,
	deputy,
	sandbox,
}) => {
	test.setTimeout(120_000);
	const maker = await hand("maker");
	await maker.post("/api/wallets/XAF/movements/refresh", {});
	const approver = await signIn(page, "approver");
	await page.goto("/statements?wallet=XAF");
	const last = await choosePeriod(page, "Last month");
	const stateOf = ({ from, to }: typeof last) => maker.get<Statement>(`/api/statements/XAF?from=${from}&to=${to}`);
	await expect(page.getByText("Opening balance", { exact: false }).first()).toBeVisible();
	await expectSound(page, "Statements");
	await page.getByRole("button", { name: "Export" }).click();
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "PDF" }).click();
	expect((await download).suggestedFilename()).toMatch(/^statement-XAF-[-0-9]+\.pdf$/);
	await page.getByRole("button", { name: "Close the month" }).click();
	const dialog = page.getByRole("dialog", { name: /^Close / });
	await dialog.getByRole("button", { name: "Propose the closing" }).click();
	await expect(dialog.getByText("No reason yet")).toBeVisible();
	await dialog.getByRole("textbox").fill("Before the desk began");
	await new StepUpPart(page).through(() => dialog.getByRole("button", { name: "Propose the closing" }).click());
	await expect(page.getByText(`Proposed by ${approver.name}`)).toBeVisible();
	await expect(page.getByRole("button", { name: "Confirm the closing" })).toHaveCount(0);

	const admins = await pageOf("admin");
	await admins.goto(page.url());
	await admins.getByRole("button", { name: "Confirm the closing" }).click();
	const confirm = admins.getByRole("dialog", { name: /^Confirm the closing of / });
	await new StepUpPart(admins).through(() => confirm.getByRole("button", { name: "Confirm the closing" }).click());
	await expect(admins.getByText(`Closed by ${approver.name} and`)).toBeVisible();
	await expect(page.getByText(`Closed by ${approver.name} and`)).toBeVisible();

	// The service books one more deposit, dated in the closed month.
	const closed = await stateOf(last);
	const lines = await sandbox.movements("XAF");
	const line = lines.find(({ type, createdAt }) => type === "deposit" && createdAt.startsWith(last.from.slice(0, 7)));
	await sandbox.doubleMovement(line?.id ?? "", { balance: true });
	await maker.post("/api/wallets/XAF/movements/refresh", {});
	const current = await choosePeriod(page, "This month");
	await expect.poll(async () => (await stateOf(current)).late.length, { timeout: 30_000 }).toBe(1);
	await page.reload();
	const [late] = (await stateOf(current)).late;
	const listed = page.getByRole("listitem").filter({ hasText: "Came after" });
	await expect(listed).toHaveCount(1);
	await expect(listed).toContainText(formatAmount(late?.effect ?? "", "XAF", "en"));
	expect(Date.parse(late?.createdAt ?? "")).toBe(Date.parse(line?.createdAt ?? ""));
	await expect(listed.locator(`time[datetime^="${late?.createdAt.slice(0, 19)}"]`)).toBeVisible();
	const month = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
	await expect(listed).toContainText(`Came after ${month.format(new Date(last.from))} was closed`);
	await expect(listed).toContainText(/Noted .+ · Counted here/);
	expect({ ...(await stateOf(last)), syncedAt: null }).toEqual({ ...closed, syncedAt: null });

	await admins.getByRole("button", { name: "Reopen" }).click();
	const reopen = admins.getByRole("dialog", { name: /^Reopen / });
	await reopen.getByRole("textbox").fill("A line was missing then");
	await new StepUpPart(admins).through(() => reopen.getByRole("button", { name: "Ask to reopen" }).click());
	await expect(reopen).toBeHidden();
	await expect(admins.getByText(`Closed by ${approver.name} and`)).toBeVisible();
	await confirmChanges(deputy);
	await expect(admins.getByText("Not closed")).toBeVisible();
	// The open month has its line again, and the next lists none.
	expect((await stateOf(last)).count).toBe(closed.count + 1);
	await page.reload();
	await expect(page.getByRole("heading", { name: "By day" })).toBeVisible();
	await expect(listed).toHaveCount(0);
});

import { randomInt } from "node:crypto";
import type { Page } from "playwright/test";
import { formatPhone } from "#lib/phone.ts";
import { asOwner } from "#server/store/as-owner.ts";
import { expect, test } from "#tests/e2e/fixtures.ts";
import { ApprovalsPage } from "#tests/pages/approvals-page.ts";
import { PaymentFormPage } from "#tests/pages/payment-form-page.ts";
import { PaymentPage } from "#tests/pages/payment-page.ts";
import { SettingsPage } from "#tests/pages/settings-page.ts";
import { StepUpPart } from "#tests/pages/step-up-part.ts";
import { confirmChanges } from "#tests/support/browser/confirm-changes.ts";
import type { DeskHand } from "#tests/support/browser/desk-hand.ts";

test.use({ signedInAs: "admin" });

// Rules affect everybody: these tests use the XAF wallet, one after another, with amounts that it never holds, so that no
// payout leaves where others count.
test.describe.configure({ mode: "default" });
test.afterEach(async ({ desk }) => {
	await asOwner(desk.database, (trx) => trx.deleteFrom("payout_rule").execute());
});

const cameroon = () => `+23767${randomInt(1_000_000, 9_999_999)}`;
const ORDER = { currency: "XAF", country: "CM", operator: "mtn-cameroon" };
const TIERS = { "Per person per day": "9000000000", "Without approval up to": "50000", "One approver up to": "500000" };
const LARGE = "81000000";

/** An admin who is signed in on this page sets the tiers; the deputy confirms them. */
async function setTiers(page: Page, deputy: DeskHand): Promise<void> {
	const settings = await new SettingsPage(page).open("payouts");
	await settings.setRules("XAF", TIERS);
	await confirmChanges(deputy);
	await expect(settings.rules("XAF")).toContainText("Last changed");
}

test("two admins set limits and tiers, read them in words, and the record has old and new", async ({
	page,
	deputy,
	desk,
}) => {
	const settings = await new SettingsPage(page).open("payouts");
	const rules = settings.rules("XAF");
	await expect(rules).toContainText("Default: no limits, one approver for every payout.");
	await settings.setRules("XAF", { ...TIERS, "Per payout": "0" });
	const perPayout = rules.getByRole("textbox", { name: "Per payout", exact: true });
	await expect(perPayout).toHaveAccessibleDescription(/zero is not allowed/);
	await expect(perPayout).toBeFocused();
	await settings.setRules("XAF", { "Per payout": "90000000", "Per person per day": "100000000" });
	await confirmChanges(deputy);
	await expect(rules).toContainText("Last changed");
	await expect(rules.getByRole("listitem")).toHaveText([
		/up to 50\s000\sXAF: no approval/,
		/up to 500\s000\sXAF: one approval/,
		/above: two approvals/,
	]);
	await page.reload();
	await expect(perPayout).toHaveValue("90\u00a0000\u00a0000");
	const { items } = await (await desk.hand("admin")).get<{ items: { details: Record<string, string> }[] }>(
		"/api/audit?action=setting.payout_rule_changed&limit=1",
	);
	expect(items[0]?.details).toMatchObject({ currency: "XAF", perPayment: "– → 90000000.00" });

	const refused = await (await desk.hand("maker")).send("GET", "/api/payout-rules");
	expect(refused.status).toBe(403);
});

test("an admin whose typing is replaced by rules that another admin saves is told so", async ({ page, deputy }) => {
	const rules = (await new SettingsPage(page).open("payouts")).rules("XAF");
	const perPayout = rules.getByRole("textbox", { name: "Per payout", exact: true });
	await perPayout.fill("70000");
	const amounts = { perPersonDay: null, perDestinationDay: null, noApproverUpTo: null, oneApproverUpTo: null };
	const change = { version: 0, perPayment: "80000", ...amounts };
	// A limit where there was none needs no second admin.
	expect((await deputy.send("PUT", "/api/payout-rules/XAF", change)).status).toBe(200);
	await expect(page.getByRole("status").getByText(/^Another admin changed these rules/)).toBeVisible();
	await expect(perPayout).toHaveValue("80\u00a0000");
});

test("a limit is said at the amount: what it is, what is used, what is left; and the route refuses", async ({
	page,
	desk,
}) => {
	const settings = await new SettingsPage(page).open("payouts");
	await settings.setRules("XAF", { "Per person per day": "100000000" });
	await expect(settings.rules("XAF")).toContainText("Last changed");
	const maker = await desk.hand("maker");
	await maker.requestPayout({ ...ORDER, destination: cameroon(), amount: LARGE });
	await desk.signIn(page, "maker");
	const form = await new PaymentFormPage(page, "payout").openWith({ phone: cameroon(), amount: "20000000" });
	await form.faultOf(
		form.amount,
		/Limit: 100.000.000.XAF per person per day\. 81.000.000.XAF used today, 19.000.000.XAF left\./,
	);
	await form.submit.click();
	await expect(form.amount).toBeFocused();
	await form.amount.fill("19000000");
	await expect(form.amount).not.toHaveAttribute("aria-invalid", "true");
	const refused = await maker.send("POST", "/api/payouts", { ...ORDER, destination: cameroon(), amount: "20000000" });
	expect(refused.status).toBe(409);
	expect(await refused.json()).toMatchObject({ code: "limit_exceeded", limit: { left: "19000000.00" } });
});

test("two approvers at 360 px: by thumb, one after the other, and nothing leaves in between", async ({
	page,
	deputy,
	desk,
}) => {
	await setTiers(page, deputy);
	const number = cameroon();
	const payout = await (await desk.hand("maker")).requestPayout({ ...ORDER, destination: number, amount: LARGE });
	const approvals = new ApprovalsPage(await desk.pageOf("approver"));
	await approvals.page.setViewportSize({ width: 360, height: 740 });
	await approvals.open();
	const card = approvals.card(formatPhone(number));
	await expect(card).toContainText("0 of 2");
	await expect(card).toContainText("expires");
	await expect(card.getByText(/^Today \d\d:\d\d$/).first()).toBeVisible();
	const box = await card.getByRole("button", { name: /^Approve/ }).boundingBox();
	expect(box?.height).toBeGreaterThanOrEqual(44);
	expect(box?.width).toBeGreaterThanOrEqual(120);
	expect(await approvals.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
	await approvals.ask(formatPhone(number));
	await expect(approvals.question).toContainText("This is the first of two approvals");
	await approvals.confirm();
	await expect(card).toContainText("1 of 2");
	await expect(card).toContainText("You approved it");
	await expect(card.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
	await expect(card.getByRole("button", { name: /^Reject/ })).toHaveCount(1);
	const again = await (await desk.hand("approver")).decide({ id: payout.id, version: 2 }, "approve");
	expect(await again.json()).toMatchObject({ code: "already_approved" });

	const second = new PaymentPage(page, "payout");
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto(`/payouts/${payout.id}`);
	await second.says("One person has approved it. A second approval is needed.");
	const [first, last] = [await desk.members("approver"), await desk.members("admin")];
	await page.getByRole("button", { name: "Approve", exact: true }).click();
	const question = new StepUpPart(page);
	await expect(question.dialog).toContainText(`This is the second of two approvals; ${first.name} gave the first.`);
	await expect(question.dialog).toContainText("Cameroon");
	await expect(question.dialog).toContainText(`Requested by ${(await desk.members("maker")).name}`);
	await expect(question.confirm).toHaveText(/^Approve .+XAF$/);
	await question.answer();
	await second.timelineHas(`Approved by ${first.name}, one more approval needed`, `Approved by ${last.name}`);
	// The wallet never holds this amount, so the payout waits for funds and says so.
	await second.says(/^waiting for funds: the wallet/i);
	expect(await desk.sandbox.postsTo(number)).toEqual([]);
	const maker = await desk.hand("maker");
	expect((await maker.decide(await maker.read(payout), "cancel")).ok).toBe(true);
});

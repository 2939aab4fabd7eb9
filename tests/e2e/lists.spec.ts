import { expect, test } from "#tests/e2e/fixtures.ts";
import { PaymentListPage } from "#tests/pages/payment-list-page.ts";
import { expectSound } from "#tests/support/browser/accessibility.ts";
import { anAmount, shown } from "#tests/support/browser/amounts.ts";
import { newPhoneNumber } from "#tests/support/phone-numbers.ts";

test("payouts are filtered by operator and by words of their purpose, added up above the list, and the address shows the same again", async ({
	page,
	signIn,
	hand,
}) => {
	const maker = await hand("maker");
	const [first, second, purpose] = [anAmount(), anAmount(), `Loyer ${newPhoneNumber("05").slice(-6)}`];
	await maker.requestPayout({ amount: first, note: `${purpose} bureau` });
	await maker.requestPayout({ amount: second, note: `${purpose} dépôt`, operator: "wave-ci" });
	await signIn(page, "viewer");
	const list = await new PaymentListPage(page, "payout").open();
	await list.filterText("", purpose.toLowerCase());
	await expect(list.rows).toHaveCount(2);
	const sum = shown(String(Number(first) + Number(second)));
	await expect(list.totals).toContainText(`Open ${sum} (2)`);
	await list.operator.selectOption({ label: "Wave (CI)" });
	await expect(list.rows).toHaveCount(1);
	await expect(list.totals).toContainText(`Open ${shown(second)} (1)`);
	await expectSound(page, "filtered payouts");
	await page.reload();
	await expect(list.rows).toHaveCount(1);
	await expect(list.totals).toContainText(`Open ${shown(second)} (1)`);
	await list.clear.click();
	await expect(page).toHaveURL(/\/payouts$/);
});

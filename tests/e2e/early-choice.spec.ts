import { expect, test } from "#tests/e2e/fixtures.ts";

test("what is chosen in the very moment in which a page becomes alive is shown", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	// Chooses again and again, from one task to the next, until React hears it: between its first commit and the effects of that.
	await page.addInitScript(() => {
		const tasks = new MessageChannel();
		tasks.port1.onmessage = () => {
			const select = document.querySelector<HTMLSelectElement>("select[aria-label='Period']");
			if (location.search.includes("from=")) return;
			const root = Object.entries(document).find(([key]) => key.startsWith("__reactContainer"))?.[1];
			if (select && root?.stateNode.current.memoizedState.isDehydrated === false) {
				select.value = "lastMonth";
				select.dispatchEvent(new Event("change", { bubbles: true }));
			}
			tasks.port2.postMessage(null);
		};
		tasks.port2.postMessage(null);
	});
	await page.goto("/statements");
	await expect(page).toHaveURL(/from=/);
	await expect(page.getByRole("combobox", { name: "Period" })).toHaveValue("lastMonth");
	const from = new URL(page.url()).searchParams.get("from") ?? "";
	await expect(page.getByRole("table", { name: "By day" }).locator(`time[datetime='${from}']`)).toBeVisible();
});

import { expect, test } from "#tests/e2e/fixtures.ts";

test("what is chosen in the very moment in which a page becomes alive is shown", async ({ page, desk }) => {
	await desk.signIn(page, "viewer");
	// Chooses once per task until React reacts: between its first commit and that commit's effects.
	await page.addInitScript(() => {
		const tasks = new MessageChannel();
		tasks.port1.onmessage = () => {
			const select = document.querySelector<HTMLSelectElement>("select[aria-label='State']");
			if (location.search.includes("state=")) return;
			const root = Object.entries(document).find(([key]) => key.startsWith("__reactContainer"))?.[1];
			if (select && root?.stateNode.current.memoizedState.isDehydrated === false) {
				select.value = "open";
				select.dispatchEvent(new Event("change", { bubbles: true }));
			}
			tasks.port2.postMessage(null);
		};
		tasks.port2.postMessage(null);
	});
	await page.goto("/payouts");
	await expect(page).toHaveURL(/state=open/);
	await expect(page.getByRole("combobox", { name: "State" })).toHaveValue("open");
	await expect(page.getByRole("button", { name: "Clear filters" })).toBeVisible();
});

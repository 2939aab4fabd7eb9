import type { Locator, Page } from "playwright/test";

export class AccountPage {
	readonly page: Page;
	readonly current: Locator;
	readonly password: Locator;
	readonly change: Locator;
	readonly sessions: Locator;
	readonly endOthers: Locator;

	constructor(page: Page) {
		this.page = page;
		this.current = page.getByLabel("Current password");
		this.password = page.getByLabel("New password");
		this.change = page.getByRole("button", { name: "Change password" });
		// Without the heading row.
		this.sessions = page
			.getByRole("table", { name: "Active sessions" })
			.getByRole("row")
			.filter({ hasNot: page.getByRole("columnheader") });
		this.endOthers = page.getByRole("button", { name: "End all other sessions" });
	}

	async open(): Promise<this> {
		await this.page.goto("/account");
		return this;
	}

	async changeTo(current: string, password: string): Promise<void> {
		await this.current.fill(current);
		await this.password.fill(password);
		await this.change.click();
	}
}

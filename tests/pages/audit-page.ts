import type { Locator, Page } from "playwright/test";

export class AuditPage {
	readonly page: Page;
	readonly table: Locator;
	readonly rows: Locator;
	readonly action: Locator;
	readonly member: Locator;

	constructor(page: Page) {
		this.page = page;
		this.table = page.getByRole("table", { name: /^Audit log/ });
		this.rows = this.table.locator("tbody").getByRole("row");
		this.action = page.getByRole("combobox", { name: "Action" });
		this.member = page.getByRole("combobox", { name: "Member" });
	}

	async open(query = ""): Promise<this> {
		await this.page.goto(`/audit${query}`);
		return this;
	}
}

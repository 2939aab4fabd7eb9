import { type Download, expect, type Locator, type Page } from "playwright/test";
import { downloadOf } from "#tests/pages/export-part.ts";

export class PaymentListPage {
	readonly page: Page;
	readonly kind: "deposit" | "payout";
	readonly table: Locator;
	readonly rows: Locator;
	readonly state: Locator;
	readonly operator: Locator;
	readonly totals: Locator;
	readonly search: Locator;
	readonly clear: Locator;
	readonly older: Locator;
	readonly start: Locator;

	constructor(page: Page, kind: "deposit" | "payout") {
		this.page = page;
		this.kind = kind;
		this.table = page.getByRole("table", { name: kind === "deposit" ? /^Deposits/ : /^Payouts/ });
		this.rows = this.table.locator("tbody").getByRole("row");
		this.state = page.getByRole("combobox", { name: "State" });
		this.operator = page.getByRole("combobox", { name: "Operator" });
		this.totals = page.getByRole("region", { name: "Totals" });
		this.search = page.getByRole("searchbox", {
			name: kind === "deposit" ? "Reference, number, note" : "Reference, number, purpose",
		});
		this.clear = page.getByRole("button", { name: "Clear filters" });
		this.older = page.getByRole("link", { name: "Older" });
		this.start = page.getByRole("link", { name: kind === "deposit" ? "New deposit" : "New payout" });
	}

	async open(query = ""): Promise<this> {
		await this.page.goto(`/${this.kind}s${query}`);
		await expect(this.page.getByRole("heading", { level: 1 })).toBeVisible();
		return this;
	}

	async find(text: string): Promise<void> {
		await this.search.fill(text);
		await this.search.press("Enter");
	}

	async filterText(name: string, purpose: string): Promise<void> {
		await this.page.getByRole("button", { name: /^Name or (purpose|note)/ }).click();
		await this.page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
		await this.page.getByRole("textbox", { name: /^(Purpose|Note)$/ }).fill(purpose);
		await this.page.getByRole("button", { name: "Apply" }).click();
	}

	export(format: "csv" | "xlsx"): Promise<Download> {
		return downloadOf(this.page, format);
	}

	row(text: string | RegExp): Locator {
		return this.rows.filter({ hasText: text });
	}
}

import { type Download, expect, type Locator } from "playwright/test";
import { downloadOf } from "#tests/pages/export-part.ts";
import { PaymentPart } from "#tests/pages/part.ts";

export class PaymentListPage extends PaymentPart {
	readonly table = this.page.getByRole("table", { name: this.kind === "deposit" ? /^Deposits/ : /^Payouts/ });
	readonly rows = this.table.locator("tbody").getByRole("row");
	readonly state = this.page.getByRole("combobox", { name: "State" });
	readonly search = this.page.getByRole("searchbox", {
		name: this.kind === "deposit" ? "Reference, number, note" : "Reference, number, purpose",
	});
	readonly older = this.page.getByRole("link", { name: "Older" });
	readonly start = this.page.getByRole("link", { name: this.kind === "deposit" ? "New deposit" : "New payout" });

	async open(query = ""): Promise<this> {
		await this.page.goto(`/${this.kind}s${query}`);
		await expect(this.page.getByRole("heading", { level: 1 })).toBeVisible();
		return this;
	}

	async find(text: string): Promise<void> {
		await this.search.fill(text);
		await this.search.press("Enter");
	}

	export(format: "csv" | "xlsx"): Promise<Download> {
		return downloadOf(this.page, format);
	}

	row(text: string | RegExp): Locator {
		return this.rows.filter({ hasText: text });
	}
}

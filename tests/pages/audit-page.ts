import { Part } from "#tests/pages/part.ts";

export class AuditPage extends Part {
	readonly table = this.page.getByRole("table", { name: /^Audit log/ });
	readonly rows = this.table.locator("tbody").getByRole("row");
	readonly action = this.page.getByRole("combobox", { name: "Action" });
	readonly member = this.page.getByRole("combobox", { name: "Member" });

	async open(query = ""): Promise<this> {
		await this.page.goto(`/audit${query}`);
		return this;
	}
}

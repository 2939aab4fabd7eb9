import { AddressedPage } from "#tests/pages/part.ts";

export class AuditPage extends AddressedPage {
	readonly path = "/audit";
	readonly table = this.page.getByRole("table", { name: /^Audit log/ });
	readonly rows = this.table.locator("tbody").getByRole("row");
	readonly action = this.page.getByRole("combobox", { name: "Action" });
	readonly member = this.page.getByRole("combobox", { name: "Member" });
}

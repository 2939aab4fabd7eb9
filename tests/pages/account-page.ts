import { AddressedPage } from "#tests/pages/part.ts";

export class AccountPage extends AddressedPage {
	readonly path = "/account";
	readonly current = this.page.getByLabel("Current password");
	readonly password = this.page.getByLabel("New password");
	readonly change = this.page.getByRole("button", { name: "Change password" });
	// Without the heading row.
	readonly sessions = this.page
		.getByRole("table", { name: "Active sessions" })
		.getByRole("row")
		.filter({ hasNot: this.page.getByRole("columnheader") });
	readonly endOthers = this.page.getByRole("button", { name: "End all other sessions" });

	async changeTo(current: string, password: string): Promise<void> {
		await this.current.fill(current);
		await this.password.fill(password);
		await this.change.click();
	}
}

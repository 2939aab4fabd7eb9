import type { Locator } from "playwright/test";
import { Part } from "#tests/pages/part.ts";

export class SettingsPage extends Part {
	readonly members = this.page.getByRole("table", { name: "Members" });
	readonly operators = this.page.getByRole("table", { name: "Operators" });
	readonly dialog = this.page.getByRole("dialog");
	/** Acknowledgement of a database mismatch: question, reason, confirmation. */
	readonly goOn = this.page.getByRole("button", { name: "Continue with this database" });
	readonly reason = this.dialog.getByRole("textbox", { name: "Reason" });
	readonly act = this.dialog.getByRole("button", { name: "Acknowledge and continue" });

	async open(
		part: "members" | "sign-in" | "operators" | "payouts" | "service" | "configuration",
		query = "",
	): Promise<this> {
		await this.page.goto(`/settings/${part}${query}`);
		return this;
	}

	rules(currency: string): Locator {
		return this.page.getByRole("region", { name: `Payouts in ${currency}` });
	}

	/** Label of a field → typed value. */
	async setRules(currency: string, amounts: Record<string, string>): Promise<void> {
		const rules = this.rules(currency);
		for (const [label, amount] of Object.entries(amounts))
			await rules.getByRole("textbox", { name: label, exact: true }).fill(amount);
		await rules.getByRole("button", { name: `Save the rules for ${currency}` }).click();
	}

	async addMember(member: { name: string; email: string; role: string; password: string }): Promise<void> {
		await this.page.getByRole("button", { name: "Add with a password" }).click();
		await this.dialog.getByRole("textbox", { name: "Name" }).fill(member.name);
		await this.dialog.getByRole("textbox", { name: "E-mail address" }).fill(member.email);
		await this.dialog.getByRole("combobox", { name: "Role" }).selectOption({ label: member.role });
		await this.dialog.getByLabel("Temporary password").fill(member.password);
		await this.dialog.getByRole("button", { name: "Add a member" }).click();
	}

	/** Returns the link, which is shown only once. */
	async invite(person: { name: string; email: string; role: string }): Promise<string> {
		await this.tryToInvite(person);
		return this.link();
	}

	async tryToInvite(person: { name: string; email: string; role: string }): Promise<void> {
		await this.page.getByRole("button", { name: "Invite a member" }).click();
		await this.dialog.getByRole("textbox", { name: "Name" }).fill(person.name);
		await this.dialog.getByRole("textbox", { name: "E-mail address" }).fill(person.email);
		await this.dialog.getByRole("combobox", { name: "Role" }).selectOption({ label: person.role });
		await this.dialog.getByRole("button", { name: "Invite", exact: true }).click();
	}

	async link(): Promise<string> {
		const link = (await this.dialog.getByText(/\/invitation#/).textContent()) ?? "";
		await this.dialog.getByRole("button", { name: "Done" }).click();
		return link.trim();
	}

	async openMember(name: string): Promise<void> {
		await this.members.getByRole("button", { name: `Edit ${name}` }).click();
	}

	/** `name` as in "MTN MoMo, Côte d’Ivoire". */
	async openOperator(name: string): Promise<void> {
		await this.operators.getByRole("button", { name: `Edit ${name}` }).click();
	}

	async save(): Promise<void> {
		await this.dialog.getByRole("button", { name: "Save" }).click();
	}
}

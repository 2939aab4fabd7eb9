/** Where members come in. */
import { expect, type Locator, type Page } from "playwright/test";

export class SignInPage {
	readonly page: Page;
	readonly email: Locator;
	readonly password: Locator;
	readonly button: Locator;

	constructor(page: Page) {
		this.page = page;
		this.email = page.getByRole("textbox", { name: "E-mail" });
		this.password = page.getByLabel("Password", { exact: true });
		this.button = page.getByRole("button", { name: "Sign in" });
	}

	async open(): Promise<this> {
		await this.page.goto("/sign-in");
		return this;
	}

	async submit({ email, password }: { email: string; password: string }): Promise<void> {
		await this.email.fill(email);
		await this.password.fill(password);
		await expect(this.button).toBeEnabled();
		await this.button.click();
	}
}

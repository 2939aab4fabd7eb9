import type { Locator, Page } from "playwright/test";

export class SignInPage {
	readonly page: Page;
	readonly email: Locator;
	readonly password: Locator;
	readonly submit: Locator;
	readonly fault: Locator;

	constructor(page: Page) {
		this.page = page;
		this.email = page.getByRole("textbox", { name: /^(E-mail address|Adresse e-mail)$/ });
		this.password = page.getByLabel(/^(Password|Mot de passe)$/);
		this.submit = page.getByRole("button", { name: /^(Sign in|Se connecter)$/ });
		this.fault = page.getByRole("alert").filter({ hasText: /\S/ });
	}

	async open(next?: string): Promise<this> {
		await this.page.goto(next === undefined ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`);
		return this;
	}

	async signIn(email: string, password: string): Promise<void> {
		await this.email.fill(email);
		await this.password.fill(password);
		await this.submit.click();
	}

	language(name: "English" | "Français"): Locator {
		return this.page.getByRole("radio", { name });
	}

	theme(name: string): Locator {
		return this.page.getByRole("radio", { name });
	}
}

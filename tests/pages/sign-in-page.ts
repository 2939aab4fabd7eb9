import type { Locator } from "playwright/test";
import { Part } from "#tests/pages/part.ts";

export class SignInPage extends Part {
	readonly email = this.page.getByRole("textbox", { name: /^(E-mail address|Adresse e-mail)$/ });
	readonly password = this.page.getByLabel(/^(Password|Mot de passe)$/);
	readonly submit = this.page.getByRole("button", { name: /^(Sign in|Se connecter)$/ });
	readonly fault = this.page.getByRole("alert").filter({ hasText: /\S/ });

	async open(next?: string): Promise<this> {
		await this.page.goto(next === undefined ? "/sign-in" : `/sign-in?next=${encodeURIComponent(next)}`);
		return this;
	}

	async signIn(email: string, password: string): Promise<void> {
		await this.email.fill(email);
		await this.password.fill(password);
		await this.submit.click();
	}

	theme(name: string): Locator {
		return this.page.getByRole("radio", { name });
	}
}

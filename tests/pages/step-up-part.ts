import type { Response } from "playwright/test";
import { Part } from "#tests/pages/part.ts";
import { TEST_PASSWORD } from "#tests/support/browser/test-password.ts";

const BOUND =
	/\/api\/((payouts|deposits|reconciliation\/movements)\/([^/]+\/(decision|resolution)|decisions|resolutions)|statements\/[A-Z]+\/closings)$/;

export class StepUpPart extends Part {
	readonly dialog = this.page.getByRole("dialog", {
		name: /^(Confirm your identity|Confirmez votre identité|Approve this payout\?|Approuver ce décaissement.\?)$/,
	});
	readonly password = this.dialog.getByLabel(/^(Your password|Votre mot de passe)$/);
	readonly code = this.dialog.getByLabel(/^(App code|Code de l’application)$/);
	// An approval's button names the act and the amount.
	readonly confirm = this.dialog.getByRole("button", { name: /^(Confirm|Confirmer|Approve .+|Approuver .+)$/ });
	readonly byPasskey = this.dialog.getByRole("button", {
		name: /^(Confirm with a passkey|Confirmer avec une clé d’accès|Approve .+)$/,
	});

	/** Performs an action, and proves identity by password if the desk asks for it. */
	async through(act: () => Promise<void>): Promise<void> {
		const answered = this.#answer();
		await act();
		const response = await answered;
		if (response?.status() !== 403) return;
		const { code } = (await response.json()) as { code: string };
		if (code === "step_up_needed") await this.answer();
	}

	/** Gives the proof without waiting for its result. */
	async give(password = TEST_PASSWORD): Promise<void> {
		await this.password.fill(password);
		await this.confirm.click();
	}

	async answer(password = TEST_PASSWORD): Promise<void> {
		await this.give(password);
		await this.dialog.waitFor({ state: "detached" });
	}

	/** Null: the request did not arrive. */
	async #answer(): Promise<Response | null> {
		const isMeant = (url: string, method: string) => method === "POST" && BOUND.test(new URL(url).pathname);
		const response = this.page.waitForResponse((each) => isMeant(each.url(), each.request().method()));
		const failed = this.page.waitForEvent("requestfailed", (each) => isMeant(each.url(), each.method()));
		failed.catch(() => undefined);
		response.catch(() => undefined);
		return Promise.race([response, failed.then(() => null)]);
	}
}

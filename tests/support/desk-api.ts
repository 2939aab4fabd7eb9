/** The desk's own API with the session of a page's browser, for what must be refused: the answer comes back whatever it is. */
import { randomUUID } from "node:crypto";
import type { APIResponse, Page } from "playwright/test";
import type { Payment } from "#lib/contracts/payment.ts";

/** Sent as the desk's own pages send it; `page` shows one of them. */
export function send(page: Page, method: string, path: string, data: unknown): Promise<APIResponse> {
	const { origin } = new URL(page.url());
	const headers = { origin, "sec-fetch-site": "same-origin", "idempotency-key": randomUUID() };
	return page.context().request.fetch(origin + path, { method, data, headers });
}

export function decide(
	page: Page,
	{ id, version }: Pick<Payment, "id" | "version">,
	decision: "approve" | "reject" | "cancel",
): Promise<APIResponse> {
	return send(page, "POST", `/api/payouts/${id}/decision`, { decision, version });
}

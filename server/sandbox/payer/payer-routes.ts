/** `/pay/{reference}`: the page where a payer pays or refuses a deposit; the interface's `payment_url` leads to it. */
import { Hono } from "hono";
import { html } from "hono/html";
import { moneyText } from "#lib/amounts/money-text.ts";
import { isReference } from "#lib/paths.ts";
import { maskPhone } from "#lib/phone.ts";
import { ensureHandset } from "#server/sandbox/handset/handset-store.ts";
import { payLink, refuseDeposit } from "#server/sandbox/handset/pin-and-otp.ts";
import { markWatched } from "#server/sandbox/handset/read-handset.ts";
import { clockTime, type Html, page, type Reader } from "#server/sandbox/pages/layout.ts";
import { reader } from "#server/sandbox/pages/page-guard.ts";
import { fill } from "#server/sandbox/pages/texts.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import { findTransaction } from "#server/sandbox/transactions/read-transaction.ts";
import type { TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

export function payerRoutes(sandbox: Sandbox): Hono {
	const app = new Hono();

	app.get("/:reference", async (context) => {
		const row = await findByLink(sandbox, context.req.param("reference"));
		if (row?.status === "pending") await markWatched(sandbox, row.phone_number);
		return context.html(payerPage(reader(context), row, sandbox.businessName), row ? 200 : 404);
	});

	app.post("/:reference", async (context) => {
		const reference = context.req.param("reference");
		const { answer } = await context.req.parseBody();
		const row = await findByLink(sandbox, reference);
		if (row) {
			// A payer from the seeded history has no account yet if nobody has opened the payer's handset.
			await ensureHandset(sandbox, row.phone_number, row.country, [row.currency]);
			if (answer === "pay") await payLink(sandbox, reference);
			if (answer === "refuse") await refuseDeposit(sandbox, reference);
		}
		return context.redirect(`/pay/${encodeURIComponent(reference)}`, 303);
	});
	return app;
}

async function findByLink(sandbox: Sandbox, reference: string): Promise<TransactionRow | null> {
	const row = isReference(reference) ? await findTransaction(sandbox.database, reference) : null;
	return row?.flow === "payment_url" ? row : null;
}

function payerPage(reader: Reader, row: TransactionRow | null, businessName: string): Html {
	const { texts, locale } = reader;
	if (!row)
		return page(
			reader,
			texts.payUnknown,
			html`<div class="pay"><h1>${texts.payUnknown}</h1><p class="muted">${texts.payUnknownText}</p></div>`,
		);
	const title = fill(texts.payTitle, { business: businessName });
	const from = fill(texts.payFrom, { number: maskPhone(row.phone_number), operator: row.operator_name });
	const body = html`<div class="pay">
	<div><h1>${title}</h1><p class="muted num">${from}</p></div>
	<p class="amount num">${moneyText(row.amount, row.currency, locale)}</p>
	<div data-part="answer" aria-live="polite">${answer(reader, row)}</div>
	<p class="muted small">${texts.payReference} <span class="mono">${row.reference}</span></p>
</div>`;
	return page(reader, title, body);
}

function answer(reader: Reader, row: TransactionRow): Html {
	const { texts, locale } = reader;
	if (row.status === "success") return state("positive", texts.payPaid, texts.payPaidText);
	if (row.status === "expired") return state("", texts.payExpired, texts.payFailedText);
	if (row.status !== "pending") return state("danger", texts.payFailed, texts.payFailedText);
	if (row.answered_at) return state("warning", texts.payProcessing, "");
	const amount = moneyText(row.amount, row.currency, locale);
	const expiry = row.expires_at ? fill(texts.expiresAt, { time: `${clockTime(row.expires_at, locale)} UTC` }) : "";
	return html`<form method="post" action="/pay/${row.reference}" class="answer"><div class="pair">
	<button name="answer" value="pay" class="primary">${fill(texts.pay, { amount })}</button><button name="answer" value="refuse" class="danger">${texts.refuse}</button></div>
	<p class="muted small num">${expiry}</p></form>`;
}

function state(tone: string, title: string, text: string): Html {
	return html`<div class="state" role="status"><p><span class="pill ${tone}">${title}</span></p><p class="muted">${text}</p></div>`;
}

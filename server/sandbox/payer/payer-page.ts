/** The operator's hosted page: pay or refuse one deposit. */
import { html } from "hono/html";
import { maskPhone } from "#lib/phone.ts";
import { clockTime, type Html, money, page, type Reader } from "#server/sandbox/pages/layout.ts";
import { fill } from "#server/sandbox/pages/texts.ts";
import type { TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

/** `row` null: no such payment by link. */
export function payerPage(reader: Reader, row: TransactionRow | null, businessName: string): Html {
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
	<p class="amount num">${money(row.amount, row.currency, locale)}</p>
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
	const amount = money(row.amount, row.currency, locale);
	const expiry = row.expires_at ? fill(texts.expiresAt, { time: clockTime(row.expires_at, locale) }) : "";
	return html`<form method="post" action="/pay/${row.reference}" class="answer"><div class="pair">
	<button name="answer" value="pay" class="primary">${fill(texts.pay, { amount })}</button><button name="answer" value="refuse" class="danger">${texts.refuse}</button></div>
	<p class="muted small num">${expiry}</p></form>`;
}

function state(tone: string, title: string, text: string): Html {
	return html`<div class="state" role="status"><p><span class="pill ${tone}">${title}</span></p><p class="muted">${text}</p></div>`;
}

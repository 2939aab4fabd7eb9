/** The page of one handset: balance, open requests, dial pad, messages. */
import { html } from "hono/html";
import { moneyText } from "#lib/amounts/money-text.ts";
import { DEFAULT_OPERATORS } from "#lib/default-operators.ts";
import { minorOf, toPlainDigits } from "#lib/money.ts";
import { formatPhone } from "#lib/phone.ts";
import { DEMO_PIN } from "#server/sandbox/handset/pin-and-otp.ts";
import type { Handset } from "#server/sandbox/handset/read-handset.ts";
import { clockTime, dayAndTime, type Html, page, type Reader } from "#server/sandbox/pages/layout.ts";
import { fill } from "#server/sandbox/pages/texts.ts";
import type { Texts } from "#server/sandbox/pages/texts-en.ts";
import type { TransactionRow } from "#server/sandbox/transactions/wire-answers.ts";

export function handsetPage(reader: Reader, handset: Handset): Html {
	const { now } = handset;
	const { texts, locale } = reader;
	const body = html`
<div class="desk">
	<article class="handset" aria-label="${formatPhone(handset.phoneNumber)}">
		<div class="statusbar num"><span data-part="time">${clockTime(now, locale)}</span><span>${handset.operatorName || handset.country}</span></div>
		<div class="screen">
			<header class="owner">
				<h1 class="small muted num">${formatPhone(handset.phoneNumber)}</h1>
				<div data-part="balance" role="group" aria-label="${texts.balance}">${handset.balances.map(
					(account) => html`<p class="v num">${moneyText(account.balance, account.currency, locale)}</p>`,
				)}</div>
			</header>
			<section data-part="requests" aria-live="polite" aria-label="${texts.paymentRequest}">${requests(reader, handset)}</section>
			${dialPad(reader, handset)}
			<section aria-label="${texts.messages}"><h2>${texts.messages}</h2><div data-part="messages" aria-live="polite">${messages(reader, handset)}</div></section>
		</div>
	</article>
	<div class="side">
		<p><a href="/phone">← ${texts.back}</a></p>
		<p class="muted">${fill(texts.pinHint, { pin: DEMO_PIN })}</p>
		${addMoney(reader, handset)}
		<p class="muted small">${texts.sandboxTime} · <span data-part="day" class="num">${dayAndTime(now, locale)} UTC</span></p>
	</div>
</div>`;
	return page(reader, formatPhone(handset.phoneNumber), body);
}

function requests(reader: Reader, handset: Handset): Html | Html[] {
	if (handset.open.length === 0) return html`<p class="quiet">${reader.texts.nothingWaits}</p>`;
	return handset.open.map((row) => request(reader, handset, row));
}

function request(reader: Reader, handset: Handset, row: TransactionRow): Html {
	const { texts, locale } = reader;
	const expiry = row.expires_at ? fill(texts.expiresAt, { time: clockTime(row.expires_at, locale) }) : "";
	return html`<article class="request" aria-label="${texts.paymentRequest} ${row.reference}">
	<div><p class="muted small">${row.operator_name} · ${fill(texts.asksFor, { business: handset.businessName })}</p>
	<p class="ask num">${moneyText(row.amount, row.currency, locale)}</p>
	<p class="muted small num">${expiry}</p><p class="muted mono">${row.reference}</p></div>
	${row.answered_at ? html`<p role="status">${texts.processing}</p>` : answerForm(reader, row)}
</article>`;
}

function answerForm(reader: Reader, row: TransactionRow): Html {
	const { texts } = reader;
	const action = `/phone/${row.phone_number.slice(1)}/requests/${row.reference}`;
	const refuse = html`<button name="answer" value="refuse" class="danger" formnovalidate>${texts.refuse}</button>`;
	if (row.flow === "payment_url")
		return html`<p>${texts.linkIntro}</p><form method="post" action="${action}"><div class="pair"><a class="button primary" href="/pay/${row.reference}">${texts.openLink}</a>${refuse}</div></form>`;
	if (row.flow === "otp")
		return html`<p class="small">${fill(texts.dialFirst, { code: dialText(row, texts) })}</p>
<form method="post" action="${action}" class="answer">${secretField(`code-${row.reference}`, "code", texts.paymentCode, 6)}
<div class="pair"><button name="answer" value="code" class="primary">${texts.confirmCode}</button>${refuse}</div></form>`;
	return html`<form method="post" action="${action}" class="answer">${secretField(`pin-${row.reference}`, "pin", texts.pin, 4)}
<div class="pair"><button name="answer" value="approve" class="primary">${texts.approve}</button>${refuse}</div></form>`;
}

function secretField(id: string, name: string, label: string, length: number): Html {
	return html`<div class="field"><label for="${id}">${label}</label><input id="${id}" name="${name}" inputmode="numeric" autocomplete="off" maxlength="${length}" required></div>`;
}

function dialText(row: TransactionRow, texts: Texts): string {
	const template = DEFAULT_OPERATORS.find((operator) => operator.code === row.operator)?.dialCode ?? "";
	const amount = toPlainDigits(minorOf(row.amount));
	return template.replace("{amount}", amount).replace("{pin}", `‹${texts.pin}›`);
}

function dialPad(reader: Reader, handset: Handset): Html {
	const { texts } = reader;
	const keys = [..."123456789*0#"].map(
		(key) => html`<button type="button" data-key="${key}" data-for="dialled">${key}</button>`,
	);
	return html`<form method="post" action="/phone/${handset.phoneNumber.slice(1)}/dial" aria-label="${texts.dialPad}">
	<div class="field"><label for="dialled">${texts.dialField}</label>
	<div class="dialrow"><input id="dialled" name="dialled" inputmode="tel" autocomplete="off" maxlength="60" required>
	<button type="button" data-key="erase" data-for="dialled" aria-label="${texts.erase}">⌫</button><button class="primary">${texts.dial}</button></div></div>
	<div class="keys">${keys}</div></form>`;
}

function messages(reader: Reader, handset: Handset): Html {
	const { texts, locale } = reader;
	if (handset.messages.length === 0) return html`<p class="muted small">${texts.noMessages}</p>`;
	return html`<ul class="messages">${handset.messages.map((message) => {
		const { amount, currency, ...details } = message.details;
		const values = {
			business: handset.businessName,
			...details,
			...(amount && currency ? { amount: moneyText(amount, currency, locale) } : {}),
		};
		return html`<li class="bubble">${fill(texts[`message_${message.kind}` as keyof Texts] ?? message.kind, values)}<time datetime="${message.at.toISOString()}">${dayAndTime(message.at, locale)}</time></li>`;
	})}</ul>`;
}

function addMoney(reader: Reader, handset: Handset): Html {
	const { texts } = reader;
	return html`<form method="post" action="/phone/${handset.phoneNumber.slice(1)}/money" class="card" aria-label="${texts.addMoney}"><h2>${texts.addMoney}</h2>
<div class="row"><div class="field"><label for="money">${texts.amount}</label><input id="money" name="amount" inputmode="decimal" autocomplete="off" required></div>
<div class="field"><label for="money-currency">${texts.currency}</label><select id="money-currency" name="currency">${handset.balances.map(
		(account) => html`<option>${account.currency}</option>`,
	)}</select></div><button>${texts.add}</button></div></form>`;
}

/** `/phone`: the handsets and the subscribers' actions. */
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { findCountry } from "#lib/countries.ts";
import { toDecimal } from "#lib/money.ts";
import { parsePhone } from "#lib/parse-phone.ts";
import { formatPhone } from "#lib/phone.ts";
import { handsetPage } from "#server/sandbox/handset/handset-page.ts";
import { ensureHandset, sendMessage } from "#server/sandbox/handset/handset-store.ts";
import { approvePrompt, dialCode, enterCode, refuseDeposit } from "#server/sandbox/handset/pin-and-otp.ts";
import { type HandsetLine, handsetNumber, listHandsets, readHandset } from "#server/sandbox/handset/read-handset.ts";
import { subscriberAccount } from "#server/sandbox/ledger/accounts.ts";
import { postFromOutside } from "#server/sandbox/ledger/post-journal.ts";
import { dayAndTime, type Html, page, type Reader } from "#server/sandbox/pages/layout.ts";
import { reader } from "#server/sandbox/pages/page-guard.ts";
import { fill } from "#server/sandbox/pages/texts.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import { MAGIC_DEPOSITS, MAGIC_PAYOUTS } from "#server/sandbox/transactions/outcomes.ts";
import { readTypedAmount } from "#server/sandbox/typed-amount.ts";

export function handsetRoutes(sandbox: Sandbox): Hono {
	const app = new Hono();

	app.get("/", async (context) => {
		const typed = context.req.query("number");
		const parsed = typed ? parsePhone(typed, null) : null;
		if (parsed && !("fault" in parsed)) return context.redirect(`/phone/${parsed.e164.slice(1)}`, 303);
		const view = handsetListPage(reader(context), await listHandsets(sandbox), parsed !== null);
		return context.html(view, parsed === null ? 200 : 400);
	});

	app.get("/:number", async (context) => {
		const number = handsetNumber(context.req.param("number"));
		if (!number) return context.html(handsetListPage(reader(context), await listHandsets(sandbox), true), 404);
		return context.html(handsetPage(reader(context), await readHandset(sandbox, number)));
	});

	app.post("/:number/requests/:reference", async (context) => {
		const form = await readForm(context);
		const reference = context.req.param("reference");
		if (form("answer") === "approve") await approvePrompt(sandbox, reference, form("pin"));
		if (form("answer") === "code") await enterCode(sandbox, reference, form("code"));
		if (form("answer") === "refuse") await refuseDeposit(sandbox, reference);
		return backToHandset(context);
	});

	app.post("/:number/dial", async (context) => {
		const number = handsetNumber(context.req.param("number"));
		const dialled = (await readForm(context))("dialled").trim();
		if (number && dialled) {
			await ensureHandset(sandbox, number.e164, number.country, []);
			await dialCode(sandbox, number.e164, dialled);
		}
		return backToHandset(context);
	});

	app.post("/:number/money", async (context) => {
		const number = handsetNumber(context.req.param("number"));
		const form = await readForm(context);
		if (number) await topUp(sandbox, number, form("currency"), form("amount"));
		return backToHandset(context);
	});
	return app;
}

async function topUp(sandbox: Sandbox, number: { e164: string; country: string }, currency: string, amount: string) {
	const parsed = readTypedAmount(amount, currency);
	if ("fault" in parsed || !findCountry(number.country)?.currencies.includes(currency)) return;
	await ensureHandset(sandbox, number.e164, number.country, [currency]);
	const at = sandbox.control.now();
	await sandbox.database.transaction().execute(async (database) => {
		const account = subscriberAccount(number.e164, currency);
		await postFromOutside(database, account, parsed.amountMinor, { kind: "funds", at });
		const details = { amount: toDecimal(parsed.amountMinor), currency };
		await sendMessage(database, number.e164, "money_added", details, at);
	});
}

/** Returns a function that reads a field of the posted form; "" for a missing field. */
async function readForm(context: Context): Promise<(name: string) => string> {
	const body = await context.req.parseBody();
	return (name) => String(body[name] ?? "");
}

function backToHandset(context: Context): Response {
	return context.redirect(`/phone/${encodeURIComponent(context.req.param("number") ?? "")}`, 303);
}

function handsetListPage(reader: Reader, lines: readonly HandsetLine[], fault: boolean): Html {
	const { texts } = reader;
	const body = html`
<h1>${texts.phone}</h1><p class="intro">${texts.phoneIntro}</p>
<div class="columns">
	<div>
		<form class="section" method="get" action="/phone" aria-label="${texts.openHandset}">
			<div class="field"><label for="number">${texts.phoneNumber}</label>
			<div class="row"><input id="number" name="number" inputmode="tel" placeholder="+225 05 03 45 67 89" autocomplete="off" required ${fault ? html`aria-invalid="true" aria-describedby="number-fault"` : ""} class="grow"><button class="primary">${texts.open}</button></div>
			${fault ? html`<p id="number-fault" role="alert" class="small danger">${texts.unknownNumber}</p>` : ""}</div>
		</form>
		<section class="section"><h2>${texts.handsets}</h2><div data-part="handsets">${list(reader, lines)}</div></section>
	</div>
	<aside><h2>${texts.magicTitle}</h2><p class="muted small">${texts.magicIntro}</p>${magicNumbers(reader)}</aside>
</div>`;
	return page(reader, texts.phone, body);
}

function list(reader: Reader, lines: readonly HandsetLine[]): Html {
	const { texts, locale } = reader;
	if (lines.length === 0) return html`<p class="quiet">${texts.noHandsets}</p>`;
	return html`<ul class="list">${lines.map(
		(
			line,
		) => html`<li class="line"><a href="/phone/${line.phoneNumber.slice(1)}"><b class="num">${formatPhone(line.phoneNumber)}</b>
		<span class="pill ${line.waiting > 0 ? "warning" : ""}">${line.waiting > 0 ? fill(texts.requestWaits, { count: line.waiting }) : texts.nothingWaitsShort}</span>
		<span class="muted small num">${texts.lastUsed} ${dayAndTime(line.lastUsedAt, locale)}</span></a></li>`,
	)}</ul>`;
}

function magicNumbers(reader: Reader): Html {
	const { texts } = reader;
	const payouts = Object.entries(MAGIC_PAYOUTS).map(([suffix, plan]): [string, string] => {
		const twist = plan.unordered ? " · history-unordered" : "";
		return [suffix, `${plan.result}${plan.fault ? ` · ${plan.fault.fault}` : twist}`];
	});
	const rows = (kind: string, entries: [string, string][]) =>
		entries
			.sort(([one], [other]) => (one < other ? -1 : 1))
			.map(
				([suffix, result]) =>
					html`<tr><td class="num">…${suffix}</td><td>${kind}</td><td class="mono">${result}</td></tr>`,
			);
	return html`<table><tbody>${rows(texts.magicDeposit, Object.entries(MAGIC_DEPOSITS))}${rows(texts.magicPayout, payouts)}</tbody></table>`;
}

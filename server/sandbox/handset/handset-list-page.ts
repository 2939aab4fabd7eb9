/** The list of handsets, and the numbers that decide by themselves. */
import { html } from "hono/html";
import { formatPhone } from "#lib/phone.ts";
import type { HandsetLine } from "#server/sandbox/handset/read-handset.ts";
import { dayAndTime, type Html, page, type Reader } from "#server/sandbox/pages/layout.ts";
import { fill } from "#server/sandbox/pages/texts.ts";
import { MAGIC_DEPOSITS, MAGIC_PAYOUTS } from "#server/sandbox/transactions/outcomes.ts";

export function handsetListPage(reader: Reader, lines: readonly HandsetLine[], fault: boolean): Html {
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

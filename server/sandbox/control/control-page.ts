/** The page of the controls. English only: it is a tool for testers. */
import { html } from "hono/html";
import { moneyText } from "#lib/amounts/money-text.ts";
import { ENDPOINT_IDS } from "#server/sandbox/api/endpoint-id.ts";
import { listRequests, type RequestRow } from "#server/sandbox/api/request-log.ts";
import { type FaultRow, listFaults } from "#server/sandbox/faults/fault-store.ts";
import { FAULT_IDS, FAULTS } from "#server/sandbox/faults/fault-table.ts";
import { listWallets, type Wallet } from "#server/sandbox/ledger/wallets.ts";
import { type Html, page, type Reader } from "#server/sandbox/pages/layout.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
import { type HeldTransaction, listTransactions } from "#server/sandbox/transactions/read-transaction.ts";

export async function controlPage(reader: Reader, sandbox: Sandbox): Promise<Html> {
	const { database } = sandbox;
	const [wallets, faults, transactions, requests] = await Promise.all([
		listWallets(database),
		listFaults(database),
		listTransactions(database, 12),
		listRequests(database, { limit: 25 }),
	]);
	const body = html`
<h1>Control</h1><p class="intro">The service’s faults, clock and log. All of it also as JSON; see docs/sandbox.md.</p>
<div class="grid">${clockCard(sandbox)}${settingsCard(sandbox)}${walletCard(wallets)}</div>
<section class="section"><h2>Faults</h2>${faultForm()}<div data-part="faults" class="scroll">${faultTable(faults)}</div></section>
<section class="section"><h2>Newest transactions</h2><div data-part="transactions" class="scroll">${transactionTable(transactions)}</div></section>
<section class="section"><h2>Requests received</h2><div data-part="requests" class="scroll">${requestTable(requests.toReversed())}</div></section>`;
	return page(reader, "Control", body, { wide: true });
}

function clockCard(sandbox: Sandbox): Html {
	const steps: [string, number][] = [
		["+1 min", 60_000],
		["+15 min", 900_000],
		["+1 h", 3_600_000],
		["+1 day", 86_400_000],
	];
	return html`<section class="card"><h2>Clock</h2><dl class="facts" data-part="clock"><dt>Sandbox time</dt><dd class="num">${sandbox.control.now().toISOString().slice(0, 16).replace("T", " ")} UTC</dd><dt>Ahead by</dt><dd class="num">${ahead(sandbox.control.offsetMs())}</dd></dl>
<form method="post" action="/control/clock" class="row" aria-label="Advance the clock">${steps.map(([label, ms]) => html`<button name="advanceMs" value="${ms}" class="compact">${label}</button>`)}</form></section>`;
}

function ahead(offsetMs: number): string {
	const minutes = Math.round(offsetMs / 60_000);
	if (minutes < 60) return `${minutes} min`;
	return minutes < 1_440 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${Math.floor(minutes / 1_440)} d`;
}

function settingsCard(sandbox: Sandbox): Html {
	const on = sandbox.control.autopilot();
	return html`<section class="card"><h2>Behaviour</h2><form method="post" action="/control/settings" aria-label="Settings"><div class="inline">
<div class="field"><label for="autopilot">Autopilot</label><select id="autopilot" name="autopilot"><option ${on ? "selected" : ""}>on</option><option ${on ? "" : "selected"}>off</option></select></div>
<div class="field"><label for="speed">Speed</label><input id="speed" name="speed" value="${sandbox.control.speed()}" inputmode="decimal"></div></div>
<p class="muted small">On: subscribers answer by themselves, payouts end as in real life.</p><div class="row"><button class="compact">Save</button></div></form></section>`;
}

function walletCard(wallets: readonly Wallet[]): Html {
	const used = wallets.filter((wallet) => wallet.balance !== "0.00" || wallet.reserved !== "0.00");
	return html`<section class="card"><h2>Wallets</h2><dl class="facts" data-part="wallets">${used.map(
		(wallet) =>
			html`<dt>${wallet.reference}</dt><dd class="num">${moneyText(wallet.balance, wallet.currency, "en")}${wallet.reserved === "0.00" ? "" : html`<br><span class="muted small">${moneyText(wallet.reserved, wallet.currency, "en")} reserved</span>`}</dd>`,
	)}</dl>
<form method="post" action="/control/funds" class="row" aria-label="Add funds"><div class="inline"><div class="field"><label for="funds-currency">Currency</label><select id="funds-currency" name="currency">${wallets.map((wallet) => html`<option ${wallet.currency === "XOF" ? "selected" : ""}>${wallet.currency}</option>`)}</select></div>
<div class="field"><label for="funds">Amount</label><input id="funds" name="amount" inputmode="decimal" required></div></div><button class="compact">Add funds</button></form>
<form method="post" action="/control/seed" class="row"><button class="compact">Seed 90 days</button></form></section>`;
}

function faultForm(): Html {
	return html`<form method="post" action="/control/faults" class="card section" aria-label="New fault"><div class="faultgrid">
<div class="field"><label for="endpoint">Endpoint</label><select id="endpoint" name="endpoint">${["all", ...ENDPOINT_IDS].map((id) => html`<option>${id}</option>`)}</select></div>
<div class="field"><label for="fault">Fault</label><select id="fault" name="fault">${FAULT_IDS.map((id) => html`<option value="${id}" title="${FAULTS[id].summary}">${id}</option>`)}</select></div>
<div class="field"><label for="times">Times</label><input id="times" name="times" inputmode="numeric" placeholder="always"></div>
<div class="field"><label for="match">Only with text</label><input id="match" name="match" autocomplete="off" placeholder="any"></div>
<div class="field"><label for="params">Parameters (JSON)</label><input id="params" name="params" class="mono" autocomplete="off" placeholder='{"ms": 3000}'></div>
<button class="primary">Add fault</button></div>
<details><summary>What each fault does</summary><dl class="facts faults">${FAULT_IDS.map((id) => html`<dt class="mono">${id}</dt><dd>${FAULTS[id].summary}</dd>`)}</dl></details></form>`;
}

function faultTable(faults: readonly FaultRow[]): Html {
	if (faults.length === 0) return html`<p class="quiet">No fault: the service behaves.</p>`;
	return html`<table><thead><tr><th>Endpoint</th><th>Fault</th><th>Parameters</th><th>Only with</th><th>Times left</th><td></td></tr></thead><tbody>${faults.map(
		(fault) =>
			html`<tr><td>${fault.endpoint}</td><td>${fault.fault}</td><td class="mono">${JSON.stringify(fault.params)}</td><td>${fault.match ?? "any"}</td><td class="num">${fault.times_left ?? "always"}</td><td class="right"><form method="post" action="/control/faults/remove"><button name="id" value="${fault.id}" class="compact">Remove</button></form></td></tr>`,
	)}</tbody></table>`;
}

function transactionTable(rows: readonly HeldTransaction[]): Html {
	if (rows.length === 0) return html`<p class="quiet">No transaction yet.</p>`;
	return html`<table><thead><tr><th>Created (UTC)</th><th>Reference</th><th>Type</th><th>Number</th><th>Status</th><th class="right">Amount</th></tr></thead><tbody>${rows.map(
		(row) =>
			html`<tr><td class="num">${moment(row.created_at)}</td><td class="mono">${row.reference}</td><td>${row.kind}</td><td class="num"><a href="/phone/${row.phone_number.slice(1)}">${row.phone_number}</a></td><td><span class="pill ${tone(row.status)}">${row.status}</span></td><td class="right num">${moneyText(row.amount, row.currency, "en")}</td></tr>`,
	)}</tbody></table>`;
}

function requestTable(rows: readonly RequestRow[]): Html {
	if (rows.length === 0) return html`<p class="quiet">Nothing has arrived yet.</p>`;
	return html`<table><thead><tr><th>Arrived (UTC)</th><th>Request</th><th>Body</th><th>Answer</th></tr></thead><tbody>${rows.map(
		(row) =>
			html`<tr><td class="num">${moment(row.at)}</td><td class="mono">${row.method} ${row.path}</td><td><div class="body mono">${row.body}</div></td><td class="num"><span class="pill ${row.state === "answered" && (row.status ?? 500) < 300 ? "positive" : row.state === "arrived" ? "" : "warning"}">${row.state}${row.status ? ` ${row.status}` : ""}</span>${row.fault ? html` <span class="small muted">${row.fault}</span>` : ""}</td></tr>`,
	)}</tbody></table>`;
}

function moment(at: Date): string {
	return at.toISOString().slice(5, 19).replace("T", " ");
}

function tone(status: string): string {
	if (status === "success") return "positive";
	return status === "pending" ? "warning" : status === "failed" ? "danger" : "";
}

/** `/phone`: the handsets and what a subscriber does on them. */
import { type Context, Hono } from "hono";
import { findCountry } from "#lib/countries.ts";
import { toDecimal } from "#lib/money.ts";
import { parsePhone } from "#lib/phone.ts";
import { handsetListPage } from "#server/sandbox/handset/handset-list-page.ts";
import { handsetPage } from "#server/sandbox/handset/handset-page.ts";
import { addMoney, ensureHandset, sendMessage } from "#server/sandbox/handset/handset-store.ts";
import { handsetNumber, listHandsets, readHandset } from "#server/sandbox/handset/read-handset.ts";
import { approvePrompt, dialCode, enterCode, refuseDeposit } from "#server/sandbox/handset/subscriber-actions.ts";
import { reader } from "#server/sandbox/pages/page-guard.ts";
import type { Sandbox } from "#server/sandbox/sandbox.ts";
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
		const handset = await readHandset(sandbox, number);
		const view = { handset, now: sandbox.control.now(), businessName: sandbox.businessName };
		return context.html(handsetPage(reader(context), view));
	});

	app.post("/:number/requests/:reference", async (context) => {
		const form = await readForm(context);
		const reference = context.req.param("reference");
		if (form.answer === "approve") await approvePrompt(sandbox, reference, form.pin ?? "");
		if (form.answer === "code") await enterCode(sandbox, reference, form.code ?? "");
		if (form.answer === "refuse") await refuseDeposit(sandbox, reference);
		return backToHandset(context);
	});

	app.post("/:number/dial", async (context) => {
		const number = handsetNumber(context.req.param("number"));
		const { dialled } = await readForm(context);
		if (number && dialled) {
			await ensureHandset(sandbox, number.e164, number.country, []);
			await dialCode(sandbox, number.e164, dialled.trim());
		}
		return backToHandset(context);
	});

	app.post("/:number/money", async (context) => {
		const number = handsetNumber(context.req.param("number"));
		const form = await readForm(context);
		if (number) await topUp(sandbox, number, form.currency ?? "", form.amount ?? "");
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
		await addMoney(database, number.e164, currency, parsed.amountMinor, at);
		const details = { amount: toDecimal(parsed.amountMinor), currency };
		await sendMessage(database, number.e164, "money_added", details, at);
	});
}

async function readForm(context: Context): Promise<Record<string, string | undefined>> {
	const body = await context.req.parseBody();
	return Object.fromEntries(
		Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
	);
}

/** 303, so that a reload does not answer twice. */
function backToHandset(context: Context): Response {
	return context.redirect(`/phone/${encodeURIComponent(context.req.param("number") ?? "")}`, 303);
}

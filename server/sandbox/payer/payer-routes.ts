/** `/pay/{reference}`: where `payment_url` leads. */
import { Hono } from "hono";
import { isReference } from "#lib/paths.ts";
import { markWatched } from "#server/sandbox/handset/read-handset.ts";
import { payLink, refuseDeposit } from "#server/sandbox/handset/subscriber-actions.ts";
import { reader } from "#server/sandbox/pages/page-guard.ts";
import { payerPage } from "#server/sandbox/payer/payer-page.ts";
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
		if (await findByLink(sandbox, reference)) {
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

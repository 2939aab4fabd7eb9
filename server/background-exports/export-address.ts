import type { z } from "zod";
import { auditExportQuerySchema } from "#lib/contracts/audit.ts";
import type { ExportedList } from "#lib/contracts/background-export.ts";
import { currencySchema } from "#lib/contracts/common-fields.ts";
import { movementExportQuerySchema } from "#lib/contracts/movement.ts";
import { paymentExportQuerySchema } from "#lib/contracts/payment.ts";
import { statementRequestSchema } from "#lib/contracts/statement.ts";
import type { Action } from "#lib/roles.ts";
import { exportAudit } from "#server/audit/export-audit.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { ExportFile } from "#server/exports/export-file.ts";
import type { LabelsIn } from "#server/exports/export-labels.ts";
import { parseInput } from "#server/parse-input.ts";
import { exportPayments } from "#server/payments/read/export-payments.ts";
import { exportMovements } from "#server/reconciliation/export-movements.ts";
import { exportStatement } from "#server/statements/export-statement.ts";

export interface ExportAddress {
	list: ExportedList;
	/** Null except for movements and statements. */
	currency: string | null;
	query: Readonly<Record<string, string>>;
}

const LIST =
	/^\/api\/(?:wallets\/(?<currency>[^/?]+)\/(?<movements>movements)|(?<list>deposits|payouts|audit))\/export$/;
const STATEMENT = /^\/api\/(?<list>statements)\/(?<currency>[^/?]+)$/;

/** Throws invalid_input. */
export function readExportAddress(address: string): ExportAddress {
	const [path = "", search = ""] = address.split("?", 2);
	const { currency, movements, list = movements } = (LIST.exec(path) ?? STATEMENT.exec(path))?.groups ?? {};
	if (list === undefined)
		throw new AppError("invalid_input", "no list has this export", { fields: { address: "invalid" } });
	return {
		list: list as ExportedList,
		currency: currency === undefined ? null : parseInput(currencySchema, currency),
		query: Object.fromEntries(new URLSearchParams(search)),
	};
}

export const RIGHT_TO_EXPORT: Record<ExportedList, Action> = {
	movements: "movement.read",
	deposits: "payment.read",
	payouts: "payment.read",
	audit: "audit.read",
	statements: "statement.read",
};

/**
 * Opens the export as its list's own route does. `ask`: only checks whether the export is possible. Throws the errors of the
 * list's export: forbidden, `invalid_input`, `wallet_unknown`, conflict, `step_up_needed`.
 */
export function openExport(
	context: Context,
	{ list, currency, query }: ExportAddress,
	labelsIn: LabelsIn,
	ask?: "1",
): Promise<ExportFile> {
	const read = <Schema extends z.ZodType<object>>(schema: Schema) => ({ ...parseInput(schema, query), ask });
	if (list === "audit") return exportAudit(context, read(auditExportQuerySchema), labelsIn);
	if (list === "movements")
		return exportMovements(context, { ...read(movementExportQuerySchema), currency: currency ?? "" }, labelsIn);
	if (list === "statements") {
		const { format, ...asked } = read(statementRequestSchema);
		// Other files of a statement are made at once: CSV figures are short, and only the web program issues the check code of a paper.
		if (format !== "xlsx" && format !== "journal")
			throw new AppError("invalid_input", "this file is not long", { fields: { format: "invalid" } });
		return exportStatement(context, { ...asked, format, currency: currency ?? "" }, labelsIn);
	}
	const kind = list === "deposits" ? "deposit" : "payout";
	return exportPayments(context, { ...read(paymentExportQuerySchema), kind }, labelsIn);
}

import { importedTransactionQuerySchema, importRequestSchema } from "#lib/contracts/imported-transaction.ts";
import { handle } from "#server/http/route-handler.ts";
import { importReferences } from "#server/transactions/import-references.ts";
import { listImportedTransactions } from "#server/transactions/list-imported-transactions.ts";

export const GET = handle(
	{ action: "transaction.read", query: importedTransactionQuerySchema },
	listImportedTransactions,
);

export const POST = handle({ action: "transaction.import", body: importRequestSchema }, importReferences);

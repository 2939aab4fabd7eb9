import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { ExportsView } from "#components/background-exports/exports-view.tsx";
import { backgroundExportQueries } from "#lib/queries/background-exports.ts";
import { listExports } from "#server/background-exports/list-exports.ts";

export const generateMetadata = pageTitle("backgroundExports.title");

export default deskPage("payment.read", (context) => ({
	texts: ["backgroundExports"],
	reads: [{ ...backgroundExportQueries.list(), read: () => listExports(context) }],
	page: <ExportsView />,
}));

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { NotAReference } from "#components/transactions/look-up-form.tsx";
import { TransactionView } from "#components/transactions/transaction-view.tsx";
import { decodedSegment, isReference } from "#lib/paths.ts";
import { transactionQueries } from "#lib/queries/transactions.ts";
import { pageContext } from "#server/http/page-context.ts";
import { lookUpTransaction } from "#server/transactions/look-up-transaction.ts";

type Props = { params: Promise<{ reference: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
	const reference = decodedSegment((await params).reference);
	const t = await getTranslations("transactions");
	return { title: isReference(reference) ? reference : t("invalidTitle") };
}

export default async function TransactionPage({ params }: Props) {
	const context = await pageContext("transaction.read");
	const reference = decodedSegment((await params).reference);
	const known = isReference(reference);
	const asked = Date.now();
	const detail = {
		...transactionQueries.detail(reference, asked),
		read: () => lookUpTransaction(context, { reference }),
	};
	return (
		<ClientMessages namespaces={["transactions", "reasons"]}>
			<Prefetched entries={known ? [detail] : []}>
				{known ? <TransactionView reference={reference} asked={asked} /> : <NotAReference text={reference} />}
			</Prefetched>
		</ClientMessages>
	);
}

import { readPaymentForm } from "#app/(desk)/read-payment-form.ts";
import { pageTitle } from "#app/page-title.ts";
import { listQueryOf, readRecipientView } from "#components/recipients/recipient-query.ts";
import { RecipientsView } from "#components/recipients/recipients-view.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { plainSearchParams, type SearchParams } from "#lib/addresses/search-params.ts";
import { recipientQueries } from "#lib/queries/recipients.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listBlockedNumbers } from "#server/recipients/list-blocked-numbers.ts";
import { listRecipients } from "#server/recipients/list-recipients.ts";

export const generateMetadata = pageTitle("recipients.title");

export default async function RecipientsPage({ searchParams }: { searchParams: SearchParams }) {
	const context = await pageContext("recipient.read");
	const { choices, country } = await readPaymentForm("recipient.read");
	const query = listQueryOf(readRecipientView(plainSearchParams(await searchParams)));
	const read = query
		? { ...recipientQueries.list(query), read: () => listRecipients(context, query) }
		: { ...recipientQueries.blocked(), read: () => listBlockedNumbers(context) };
	const operators = choices.map(({ code, name, country: of }) => ({ code, name, country: of }));
	return (
		<ClientMessages namespaces={["recipients", "payments.marks", "changes"]}>
			<Prefetched entries={[read]}>
				<RecipientsView operators={operators} homeCountry={country} role={context.member.role} />
			</Prefetched>
		</ClientMessages>
	);
}

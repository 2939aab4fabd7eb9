import { deskPage } from "#app/(desk)/desk-page.tsx";
import { readPaymentForm } from "#app/(desk)/read-payment-form.ts";
import { pageTitle } from "#app/page-title.ts";
import { listQueryOf, readRecipientView } from "#components/recipients/recipient-query.ts";
import { RecipientsView } from "#components/recipients/recipients-view.tsx";
import { recipientQueries } from "#lib/queries/recipients.ts";
import { listBlockedNumbers } from "#server/recipients/list-blocked-numbers.ts";
import { listRecipients } from "#server/recipients/list-recipients.ts";

export const generateMetadata = pageTitle("recipients.title");

export default deskPage("recipient.read", async (context, params) => {
	const { choices, country } = await readPaymentForm("recipient.read");
	const query = listQueryOf(readRecipientView(params));
	const read = query
		? { ...recipientQueries.list(query), read: () => listRecipients(context, query) }
		: { ...recipientQueries.blocked(), read: () => listBlockedNumbers(context) };
	const operators = choices.map(({ code, name, country: of }) => ({ code, name, country: of }));
	return {
		texts: ["recipients", "payments.marks", "changes"],
		reads: [read],
		page: <RecipientsView operators={operators} homeCountry={country} role={context.member.role} />,
	};
});

import { useTranslations } from "next-intl";
import { LookUpForm } from "#components/transactions/look-up-form.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";

// Enough to recognise the pasted text, too little to fill the page.
const SHOWN = 200;

/** The address contains no valid reference: shows it as plain text, without a request to the service. */
export function NotAReference({ text }: { text: string }) {
	const t = useTranslations("transactions");
	const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
	return (
		<>
			<PageHeader back={{ href: "/transactions", label: t("back") }} title={t("invalidTitle")} />
			<Notice tone="warning" className="mb-7">
				<bdi className="code break-all font-semibold">{shown}</bdi>
				<br />
				{t("notAReference")}
			</Notice>
			<LookUpForm />
		</>
	);
}

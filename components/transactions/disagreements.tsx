import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/page/notice.tsx";
import { BodyCell, HeadCell, Table, TableHead, TableRow } from "#components/ui/table/table.tsx";
import type { Disagreement, Transaction } from "#lib/contracts/transaction.ts";

/** Endpoints that speak differently of one transaction: the word of each, side by side, as it came. */
export function Disagreements({ transaction: { disagreements } }: { transaction: Transaction }) {
	const t = useTranslations("transactions");
	return (
		<section aria-label={t("disagreementTitle")} className="grid gap-3">
			<Notice tone="danger" title={t("disagreementTitle")}>
				{t("disagreementWhy")}
			</Notice>
			<Table caption={t("disagreementTitle")}>
				<TableHead>
					<tr>
						<HeadCell>{t("disagreementField")}</HeadCell>
						<HeadCell>{t("saysDetail")}</HeadCell>
						<HeadCell>{t("saysHistory")}</HeadCell>
						<HeadCell>{t("saysStatus")}</HeadCell>
					</tr>
				</TableHead>
				<tbody>
					{disagreements.map(({ field, detail, history, status }) => (
						<TableRow key={field}>
							<BodyCell className="text-ink-2">{t(`fields.${field}`)}</BodyCell>
							<Said answer={detail} field={field} />
							<Said answer={history} field={field} />
							<Said answer={status} field={field} />
						</TableRow>
					))}
				</tbody>
			</Table>
		</section>
	);
}

/** No word: this endpoint knows no such transaction, or says nothing of this. */
function Said({ answer, field }: { answer: string | null; field: Disagreement["field"] }) {
	const t = useTranslations("transactions");
	if (answer === null)
		return <BodyCell className="text-ink-2">{field === "reference" ? t("saysNothing") : "—"}</BodyCell>;
	return (
		<BodyCell className="code break-all">
			<bdi>{answer}</bdi>
		</BodyCell>
	);
}

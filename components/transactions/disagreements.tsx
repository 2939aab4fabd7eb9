import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/notice.tsx";
import { BodyCell, HeadCell, Table, TableHead, TableRow } from "#components/ui/table.tsx";
import type { Transaction } from "#lib/contracts/transaction.ts";

/** Two endpoints that speak differently of one transaction: both words, side by side, as they came. */
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
						<HeadCell>{t("saysStatus")}</HeadCell>
					</tr>
				</TableHead>
				<tbody>
					{disagreements.map(({ field, detail, status }) => (
						<TableRow key={field}>
							<BodyCell className="text-ink-2">{t(`fields.${field}`)}</BodyCell>
							<BodyCell className="code break-all">
								<bdi>{detail}</bdi>
							</BodyCell>
							<BodyCell className="code break-all">
								<bdi>{status}</bdi>
							</BodyCell>
						</TableRow>
					))}
				</tbody>
			</Table>
		</section>
	);
}

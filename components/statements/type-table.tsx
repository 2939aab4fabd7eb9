import { useLocale, useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { BodyCell, HeadCell, Table } from "#components/ui/table/table.tsx";
import type { Statement } from "#lib/contracts/statement.ts";
import { isNamedType } from "#lib/movements/movements.ts";
import { formatCount } from "#lib/text/counts.ts";

export function TypeTable({ statement: { byType, currency } }: { statement: Statement }) {
	const t = useTranslations("statements");
	const types = useTranslations("movements.types");
	const locale = useLocale();
	if (byType.length === 0) return null;
	const figure = (amount: string) => <Money amount={amount} currency={currency} withCurrency={false} inFigures />;
	return (
		<section>
			<SectionTitle>{t("byType")}</SectionTitle>
			<Table caption={t("byType")}>
				<thead>
					<tr>
						<HeadCell>{t("type")}</HeadCell>
						<HeadCell numeric>{t("count")}</HeadCell>
						<HeadCell numeric>{t("amount")}</HeadCell>
						<HeadCell numeric wide>
							{t("fee")}
						</HeadCell>
					</tr>
				</thead>
				<tbody>
					{byType.map(({ type, count, amount, fee }) => (
						<tr key={type}>
							<BodyCell>{isNamedType(type) ? types(type as "deposit") : type}</BodyCell>
							<BodyCell numeric>{formatCount(count, locale)}</BodyCell>
							<BodyCell numeric>{figure(amount)}</BodyCell>
							<BodyCell numeric wide>
								{figure(fee)}
							</BodyCell>
						</tr>
					))}
				</tbody>
			</Table>
		</section>
	);
}

import { useLocale, useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { BodyCell, HeadCell, Table } from "#components/ui/table/table.tsx";
import type { Statement } from "#lib/contracts/statement.ts";
import { isNamedType } from "#lib/movements/movements.ts";
import { formatCount } from "#lib/text/counts.ts";

export function OperatorTable({ statement: { byOperator, currency } }: { statement: Statement }) {
	const t = useTranslations("statements");
	const locale = useLocale();
	if (byOperator.length === 0) return <p className="text-ink-2 text-sm">{t("noLines")}</p>;
	const figure = (amount: string) => <Money amount={amount} currency={currency} withCurrency={false} inFigures />;
	return (
		<section>
			<SectionTitle>{t("byOperator")}</SectionTitle>
			<Table
				caption={t("byOperator")}
				className="max-[22rem]:text-2xs max-[22rem]:[&_td]:px-1! max-[22rem]:[&_th]:px-1!"
			>
				<thead>
					<tr>
						<HeadCell>{t("operator")}</HeadCell>
						<HeadCell numeric wide>
							{t("count")}
						</HeadCell>
						<HeadCell numeric>{t("in")}</HeadCell>
						<HeadCell numeric>{t("out")}</HeadCell>
						<HeadCell numeric wide>
							{t("fees")}
						</HeadCell>
					</tr>
				</thead>
				<tbody>
					{byOperator.map((of) => (
						<tr key={of.operator}>
							<BodyCell className="whitespace-normal">{of.name ?? t("other")}</BodyCell>
							<BodyCell numeric wide>
								{formatCount(of.count, locale)}
							</BodyCell>
							<BodyCell numeric>{figure(of.in)}</BodyCell>
							<BodyCell numeric>{figure(of.out)}</BodyCell>
							<BodyCell numeric wide>
								{figure(of.fees)}
							</BodyCell>
						</tr>
					))}
				</tbody>
			</Table>
		</section>
	);
}

export function TypeTable({ statement: { byType, currency } }: { statement: Statement }) {
	const t = useTranslations("statements");
	const types = useTranslations("movements.types");
	const locale = useLocale();
	if (byType.length === 0) return null;
	const figure = (amount: string) => <Money amount={amount} currency={currency} withCurrency={false} inFigures />;
	return (
		<section>
			<SectionTitle>{t("byType")}</SectionTitle>
			<Table caption={t("byType")} className="max-[22rem]:text-2xs max-[22rem]:[&_td]:px-1! max-[22rem]:[&_th]:px-1!">
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

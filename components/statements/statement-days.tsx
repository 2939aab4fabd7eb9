import { useTranslations } from "next-intl";
import { DayText } from "#components/statements/day-text.tsx";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { BodyCell, HeadCell, Table } from "#components/ui/table/table.tsx";
import type { Statement } from "#lib/contracts/statement.ts";

export function StatementDays({ statement: { byDay, currency } }: { statement: Statement }) {
	const t = useTranslations("statements");
	if (byDay.length === 0) return null;
	const figure = (amount: string) => <Money amount={amount} currency={currency} withCurrency={false} inFigures />;
	return (
		<section>
			<SectionTitle>{t("byDay")}</SectionTitle>
			<Table caption={t("byDay")} className="max-[22rem]:text-2xs max-[22rem]:[&_td]:px-1! max-[22rem]:[&_th]:px-1!">
				<thead>
					<tr>
						<HeadCell>{t("day")}</HeadCell>
						<HeadCell numeric>{t("in")}</HeadCell>
						<HeadCell numeric>{t("out")}</HeadCell>
						<HeadCell numeric wide>
							{t("fees")}
						</HeadCell>
						<HeadCell numeric wide>
							{t("unexplained")}
						</HeadCell>
						<HeadCell numeric>{t("files.balance")}</HeadCell>
					</tr>
				</thead>
				<tbody>
					{byDay.map((of) => (
						<tr key={of.day}>
							<BodyCell>
								<DayText day={of.day} />
							</BodyCell>
							<BodyCell numeric>{figure(of.in)}</BodyCell>
							<BodyCell numeric>{figure(of.out)}</BodyCell>
							<BodyCell numeric wide>
								{figure(of.fees)}
							</BodyCell>
							<BodyCell numeric wide className={of.unexplained === "0.00" ? "" : "font-[580] text-danger"}>
								{figure(of.unexplained)}
							</BodyCell>
							<BodyCell numeric>{of.closing.amount === null ? "–" : figure(of.closing.amount)}</BodyCell>
						</tr>
					))}
				</tbody>
			</Table>
		</section>
	);
}

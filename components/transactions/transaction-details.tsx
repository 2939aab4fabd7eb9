import { useTranslations } from "next-intl";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Money } from "#components/ui/money.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Transaction } from "#lib/contracts/transaction.ts";
import { movementDirection } from "#lib/movements.ts";

export function TransactionDetails({ transaction }: { transaction: Transaction }) {
	const t = useTranslations("transactions");
	const { transactionType, amount, currency, createdAt, processedAt, fetchedAt, payment } = transaction;
	return (
		<Card aria-labelledby="facts">
			<SectionTitle id="facts">{t("facts")}</SectionTitle>
			<DescriptionList>
				<Description term={t("type")}>
					{movementDirection(transactionType) ? t(`types.${transactionType}`) : <bdi>{transactionType}</bdi>}
				</Description>
				<Description term={t("amount")}>
					<Money amount={amount} currency={currency} />
				</Description>
				<Description term={t("created")}>
					{createdAt ? <Time at={createdAt} as="exact" /> : t("unknownTime")}
				</Description>
				<Description term={t("processed")}>
					{processedAt ? <Time at={processedAt} as="exact" /> : t("notProcessed")}
				</Description>
				<Description term={t("fetched")}>
					<Time at={fetchedAt} as="asOf" />
				</Description>
			</DescriptionList>
			<div className="mt-4 border-line border-t pt-4 text-ink-2 text-xs">
				{payment ? (
					<>
						<p className="mb-2">{t("ours")}</p>
						<LinkButton
							className="w-full"
							href={`/${payment.kind === "deposit" ? "deposits" : "payouts"}/${encodeURIComponent(payment.id)}`}
						>
							{t(payment.kind === "deposit" ? "oursDeposit" : "oursPayout")}
						</LinkButton>
					</>
				) : (
					t("notOurs")
				)}
			</div>
		</Card>
	);
}

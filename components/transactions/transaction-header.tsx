"use client";
import { useTranslations } from "next-intl";
import { TransactionStatus } from "#components/transactions/transaction-status.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { DataTable } from "#components/ui/table/data-table.tsx";
import type { Disagreement, Transaction } from "#lib/contracts/transaction.ts";
import { movementDirection } from "#lib/movements/movements.ts";

interface TransactionHeaderProps {
	transaction: Transaction;
	busy: boolean;
	onAskAgain: () => void;
}

export function TransactionHeader({ transaction, busy, onAskAgain }: TransactionHeaderProps) {
	const t = useTranslations("transactions");
	const { reference, amount, currency, status, statusMeaning, transactionType } = transaction;
	return (
		<PageHeader
			back={{ href: "/transactions", label: t("back") }}
			title={
				<Money
					amount={amount}
					currency={currency}
					className="font-semibold text-2xl tracking-[-0.03em] sm:text-4xl"
					currencyClassName="ml-1 text-[1.0625rem] font-medium tracking-normal text-ink-2"
				/>
			}
			lead={
				<span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-base">
					<TransactionStatus status={status} meaning={statusMeaning} />
					<span>
						{movementDirection(transactionType) ? t(`types.${transactionType}`) : <bdi>{transactionType}</bdi>}
						{" · "}
						<span className="inline-flex items-center gap-1">
							<span className="code break-all">{reference}</span>
							<CopyButton value={reference} what={t("copyReference")} />
						</span>
					</span>
				</span>
			}
			actions={
				<Button busy={busy} onClick={onAskAgain}>
					<Icon name="refresh-cw" />
					{busy ? t("checking") : t("checkAgain")}
				</Button>
			}
		/>
	);
}

export function Disagreements({ transaction: { disagreements } }: { transaction: Transaction }) {
	const t = useTranslations("transactions");
	/** Null: the endpoint does not know the transaction, or does not report this field. */
	const answerText = (answer: string | null, field: Disagreement["field"]) =>
		answer === null ? (
			<span className="text-ink-2">{field === "reference" ? t("saysNothing") : "–"}</span>
		) : (
			<bdi className="code break-all">{answer}</bdi>
		);
	return (
		<section aria-label={t("disagreementTitle")} className="grid gap-3">
			<Notice tone="danger" title={t("disagreementTitle")}>
				{t("disagreementWhy")}
			</Notice>
			<DataTable
				caption={t("disagreementTitle")}
				rows={disagreements}
				keyOf={({ field }) => field}
				columns={[
					{ head: t("disagreementField"), className: "text-ink-2", of: ({ field }) => t(`fields.${field}`) },
					{ head: t("saysDetail"), of: ({ detail, field }) => answerText(detail, field) },
					{ head: t("saysHistory"), of: ({ history, field }) => answerText(history, field) },
					{ head: t("saysStatus"), of: ({ status, field }) => answerText(status, field) },
				]}
			/>
		</section>
	);
}

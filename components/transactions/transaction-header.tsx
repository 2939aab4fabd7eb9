"use client";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { TransactionStatus } from "#components/transactions/transaction-status.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Money } from "#components/ui/money.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import type { Transaction } from "#lib/contracts/transaction.ts";
import { movementDirection } from "#lib/movements.ts";

interface TransactionHeaderProps {
	transaction: Transaction;
	busy: boolean;
	onAskAgain: () => void;
}

/** The amount leads; the reference stands below, ready to be copied. */
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
					currencyClassName="text-[1.0625rem] font-medium tracking-normal text-ink-2"
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
					<RefreshCw aria-hidden="true" />
					{busy ? t("checking") : t("checkAgain")}
				</Button>
			}
		/>
	);
}

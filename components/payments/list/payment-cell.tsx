"use client";
import { useTranslations } from "next-intl";
import { lazy, type ReactNode, Suspense } from "react";
import { WaitText } from "#components/payments/wait-text.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import { BodyCell } from "#components/ui/table/table.tsx";
import type { ListedPayment } from "#lib/contracts/payment.ts";
import type { PaymentColumn } from "#lib/lists/list-columns.ts";

// Loaded where a member chose such a column.
const RareCell = lazy(() => import("#components/payments/list/rare-cell.tsx"));

interface PaymentCellProps {
	column: Exclude<PaymentColumn, "when">;
	payment: ListedPayment;
	isChosen: boolean;
	number: { callingCode: string | undefined; own: string | undefined };
}

/** Where a usual column gives way on a narrow list, as its head does in the table. */
const GIVES_WAY: Partial<Record<PaymentColumn, string>> = {
	operator: "@max-[45rem]/list:hidden",
	reference: "@max-[60rem]/list:hidden",
	purpose: "@max-[72rem]/list:hidden",
	maker: "@max-[72rem]/list:hidden",
	fee: "@max-[72rem]/list:hidden",
};

export function PaymentCell({ column, payment, isChosen, number: { callingCode, own } }: PaymentCellProps) {
	const room = isChosen ? "max-w-60" : cx(GIVES_WAY[column], "max-w-0");
	const text = (content: string | null | undefined, className = "text-ink-2") => (
		<BodyCell wide className={cx("truncate", room, className)} title={content ?? undefined}>
			{content}
		</BodyCell>
	);
	const plain = (content: string | null | undefined) => (
		<BodyCell wide className={cx("text-ink-2", isChosen ? "whitespace-nowrap" : GIVES_WAY[column])}>
			{content}
		</BodyCell>
	);
	switch (column) {
		case "state":
			return <StateCell payment={payment} />;
		case "person":
			return (
				<BodyCell wide className={cx("truncate", room)} title={payment.name ?? own}>
					{payment.name}
					<span className={payment.name === null ? "num" : "num block text-ink-2 text-xs"}>
						<span className={isChosen ? undefined : "@max-[45rem]/list:hidden"}>{callingCode}</span>
						{own}
					</span>
				</BodyCell>
			);
		case "operator":
			return plain(payment.operatorName);
		case "reference":
			return <ReferenceCell payment={payment} isChosen={isChosen} />;
		case "purpose":
			return text(payment.note, "");
		case "maker":
			return plain(payment.maker?.name);
		case "fee":
			return (
				<BodyCell numeric wide className={cx("text-ink-2", isChosen ? undefined : GIVES_WAY.fee)}>
					{payment.fee === null ? null : (
						<Money inFigures amount={payment.fee} currency={payment.currency} withCurrency={false} />
					)}
				</BodyCell>
			);
		case "amount":
			return <AmountCell payment={payment} />;
		default:
			return (
				<BodyCell wide className="max-w-60 truncate text-ink-2">
					<Suspense>
						<RareCell column={column} payment={payment} />
					</Suspense>
				</BodyCell>
			);
	}
}

function StateCell({ payment }: { payment: ListedPayment }): ReactNode {
	const t = useTranslations("payments");
	return (
		<BodyCell className="max-sm:[&>span]:whitespace-normal max-[22rem]:[&>span]:text-xs max-[22rem]:[&>span]:before:hidden">
			<StatePill kind={payment.kind} state={payment.state} plain />
			<WaitText payment={payment} brief className="block max-w-[30ch] whitespace-normal text-ink-2 text-xs" />
			{payment.late ? <span className="ml-1.5 text-ink-2 text-xs">{t("late").toLowerCase()}</span> : null}
		</BodyCell>
	);
}

/** With the purpose where the list is too narrow for a column of its own. */
function ReferenceCell({ payment, isChosen }: Pick<PaymentCellProps, "payment" | "isChosen">) {
	const t = useTranslations("payments");
	return (
		<BodyCell wide className={isChosen ? "whitespace-nowrap" : cx(GIVES_WAY.reference, "max-w-0")}>
			{isChosen ? null : (
				<span className="block truncate @min-[72rem]/list:hidden" title={payment.note ?? undefined}>
					{payment.note}
				</span>
			)}
			{payment.reference ? (
				<span className="code text-ink-2">{payment.reference}</span>
			) : (
				<span className="text-ink-3 text-xs">{t("noReference")}</span>
			)}
		</BodyCell>
	);
}

function AmountCell({ payment }: { payment: ListedPayment }) {
	const t = useTranslations("payments");
	const { paidAmount, amount, currency } = payment;
	return (
		<BodyCell numeric>
			<Money
				amount={amount}
				currency={currency}
				className="font-[540] max-[22rem]:text-xs"
				currencyClassName="font-normal text-ink-2 text-xs max-xs:block"
			/>
			{paidAmount ? (
				<span className="block text-ink-2 text-xs">
					{t.rich("paidOtherShort", {
						amount: () => <Money amount={paidAmount} currency={currency} withCurrency={false} />,
					})}
				</span>
			) : null}
		</BodyCell>
	);
}

"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useShownDetail } from "#components/payments/list/list-with-detail.tsx";
import { paymentPath } from "#components/payments/list-path.ts";
import { RowMark } from "#components/payments/marked/mark-box.tsx";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import type { Marks } from "#components/payments/use-marks.ts";
import { WaitText } from "#components/payments/wait-text.tsx";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { loadOnDemand } from "#components/ui/load-on-demand.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import { ROW_LINK } from "#components/ui/table/row-link.ts";
import { BodyCell } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { ListedPayment, PaymentSummary } from "#lib/contracts/payment.ts";
import type { PaymentColumn } from "#lib/lists/list-columns.ts";
import { maskPhone } from "#lib/phone.ts";

const OptionalColumn = loadOnDemand(() => import("#components/payments/list/optional-column.tsx"));

interface PaymentRowProps {
	payment: ListedPayment;
	marks: Marks<PaymentSummary>;
	columns: readonly PaymentColumn[];
}

export function PaymentRow({ payment, marks, columns }: PaymentRowProps) {
	const t = useTranslations("payments");
	// A narrow list has no room for the calling code.
	const [, callingCode, own] = /^(\+\d+ )?(.*)$/.exec(maskPhone(subscriberNumber(payment))) ?? [];
	const path = paymentPath(payment);
	const isShown = useShownDetail() === path;
	const cells: Partial<Record<PaymentColumn, ReactNode>> = {
		when: (
			<BodyCell key="when" className={"num text-ink-2 max-sm:whitespace-normal max-sm:text-xs sm:pl-7!"}>
				<PaymentMark payment={payment} marks={marks} />
				<DeskLink href={path} aria-current={isShown || undefined} className={ROW_LINK}>
					<Time at={payment.createdAt} as="momentShort" />
				</DeskLink>
				{payment.name === null ? null : (
					<span className="block truncate text-ink text-xs max-[22rem]:text-2xs sm:hidden" title={payment.name}>
						{payment.name}
					</span>
				)}
				<span className="num block text-ink-3 text-xs max-[22rem]:text-2xs sm:hidden">{own}</span>
			</BodyCell>
		),
		state: (
			<BodyCell
				key="state"
				className="max-sm:[&>span]:whitespace-normal max-[22rem]:[&>span]:text-xs max-[22rem]:[&>span]:before:hidden"
			>
				<StatePill kind={payment.kind} state={payment.state} plain />
				<WaitText payment={payment} brief className="block max-w-[30ch] whitespace-normal text-ink-2 text-xs" />
				{payment.late ? <span className="ml-1.5 text-ink-2 text-xs">{t("late").toLowerCase()}</span> : null}
			</BodyCell>
		),
		person: (
			<BodyCell key="person" wide className="max-w-0 truncate" title={payment.name ?? own}>
				{payment.name}
				<span className={payment.name === null ? "num" : "num block text-ink-2 text-xs"}>
					<span className="@max-[60rem]/list:hidden">{callingCode}</span>
					{own}
				</span>
			</BodyCell>
		),
		operator: (
			<BodyCell key="operator" wide className="text-ink-2 @max-[45rem]/list:hidden">
				{payment.operatorName}
			</BodyCell>
		),
		reference: (
			<BodyCell key="reference" wide className="@max-[60rem]/list:hidden max-w-0">
				<span data-joined className="block truncate @min-[72rem]/list:hidden" title={payment.note ?? undefined}>
					{payment.note}
				</span>
				{payment.reference ? (
					<span className="code text-ink-2">{payment.reference}</span>
				) : (
					<span className="text-ink-3 text-xs">{t("noReference")}</span>
				)}
			</BodyCell>
		),
		purpose: (
			<BodyCell
				key="purpose"
				wide
				className="max-w-0 truncate @max-[72rem]/list:hidden"
				title={payment.note ?? undefined}
			>
				{payment.note}
			</BodyCell>
		),
		maker: (
			<BodyCell key="maker" wide className="text-ink-2 @max-[72rem]/list:hidden">
				{payment.maker?.name}
			</BodyCell>
		),
		fee: (
			<BodyCell key="fee" numeric wide className="text-ink-2 @max-[72rem]/list:hidden">
				{payment.fee === null ? null : (
					<Money inFigures amount={payment.fee} currency={payment.currency} withCurrency={false} />
				)}
			</BodyCell>
		),
		amount: (
			<BodyCell key="amount" numeric>
				<Money
					amount={payment.amount}
					currency={payment.currency}
					className="font-[540] max-[22rem]:text-xs max-xs:whitespace-normal"
					currencyClassName="font-normal text-ink-2 text-xs max-xs:inline-block"
				/>
				{payment.paidAmount ? (
					<span className="block text-ink-2 text-xs">
						{t.rich("paidOtherShort", {
							amount: () => (
								<Money amount={payment.paidAmount ?? ""} currency={payment.currency} withCurrency={false} />
							),
						})}
					</span>
				) : null}
			</BodyCell>
		),
	};
	return (
		<tr className={cx("relative", isShown && "wide:bg-accent-soft wide:hover:bg-accent-soft!")}>
			{columns.map(
				(column) =>
					cells[column] ?? (
						<BodyCell key={column} wide className="text-ink-2">
							<OptionalColumn column={column} payment={payment} />
						</BodyCell>
					),
			)}
		</tr>
	);
}

function PaymentMark({ payment, marks }: Pick<PaymentRowProps, "payment" | "marks">) {
	const t = useTranslations("payments");
	const amount = moneyText(payment.amount, payment.currency, useLocale());
	return (
		<RowMark
			label={t(`mark.${payment.kind}`, { amount, number: maskPhone(subscriberNumber(payment)) })}
			checked={marks.has(payment)}
			onChange={(isMarked) => marks.mark([payment], isMarked)}
		/>
	);
}

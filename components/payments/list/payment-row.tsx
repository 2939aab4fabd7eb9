"use client";
import { useShownBeside } from "#components/payments/list/beside.tsx";
import { PaymentCell } from "#components/payments/list/payment-cell.tsx";
import { paymentPath } from "#components/payments/list-path.ts";
import { RowMark } from "#components/payments/marked/row-mark.tsx";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import type { Marks } from "#components/payments/use-marks.ts";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { ROW_LINK } from "#components/ui/table/row-link.ts";
import { BodyCell } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { ListedPayment, PaymentSummary } from "#lib/contracts/payment.ts";
import type { PaymentColumn } from "#lib/lists/list-columns.ts";
import { maskPhone } from "#lib/phone.ts";

interface PaymentRowProps {
	payment: ListedPayment;
	marks: Marks<PaymentSummary>;
	columns: readonly PaymentColumn[];
	isChosen: boolean;
}

export function PaymentRow({ payment, marks, columns, isChosen }: PaymentRowProps) {
	// A narrow list has no room for the calling code.
	const [, callingCode, own] = /^(\+\d+ )?(.*)$/.exec(maskPhone(subscriberNumber(payment))) ?? [];
	const path = paymentPath(payment);
	const isShown = useShownBeside() === path;
	return (
		<tr className={cx("relative", isShown && "wide:bg-accent-soft wide:hover:bg-accent-soft!")}>
			{columns.map((column) =>
				column === "when" ? (
					<BodyCell key={column} className={"num text-ink-2 max-sm:whitespace-normal sm:pl-7!"}>
						<RowMark payment={payment} marks={marks} />
						{/* The link covers its row. */}
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
				) : (
					<PaymentCell key={column} {...{ column, payment, isChosen }} number={{ callingCode, own }} />
				),
			)}
		</tr>
	);
}

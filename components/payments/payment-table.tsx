"use client";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { paymentPath } from "#components/payments/list-path.ts";
import { moveByArrows } from "#components/payments/move-by-arrows.ts";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import { Money } from "#components/ui/money.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import { BodyCell, FootCell, HeadCell, Table, TableHead, TableRow } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { PaymentLine } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { maskPhone } from "#lib/phone.ts";

interface PaymentTableProps {
	kind: PaymentKind;
	items: readonly PaymentLine[];
	/** Of all pages. */
	total: number;
}

/** A row leads to its payment; arrow keys move from row to row. */
export function PaymentTable({ kind, items, total }: PaymentTableProps) {
	const t = useTranslations("payments.column");
	const noun = useTranslations(kind === "deposit" ? "deposits" : "payouts");
	return (
		<Table caption={noun("caption")}>
			<TableHead>
				<TableRow>
					<HeadCell>{t("when")}</HeadCell>
					<HeadCell>{t("state")}</HeadCell>
					<HeadCell wide>{kind === "deposit" ? t("payer") : t("recipient")}</HeadCell>
					<HeadCell wide className="max-md:hidden">
						{t("operator")}
					</HeadCell>
					<HeadCell wide className="max-lg:hidden">
						{t("reference")}
					</HeadCell>
					<HeadCell numeric>{t("amount")}</HeadCell>
				</TableRow>
			</TableHead>
			<tbody onKeyDown={moveByArrows}>
				{items.map((payment) => (
					<PaymentRow key={payment.id} payment={payment} />
				))}
			</tbody>
			<tfoot>
				<tr>
					<FootCell colSpan={6}>{noun("found", { count: total })}</FootCell>
				</tr>
			</tfoot>
		</Table>
	);
}

function PaymentRow({ payment }: { payment: PaymentLine }) {
	const t = useTranslations("payments");
	const number = maskPhone(subscriberNumber(payment));
	return (
		<TableRow className="relative">
			<BodyCell className="num text-ink-2 max-sm:whitespace-normal">
				{/* The link covers its row. */}
				<Link
					href={paymentPath(payment)}
					prefetch={false}
					className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
				>
					<Time at={payment.createdAt} as="momentShort" />
				</Link>
				{/* Without its calling code: a phone has no room for it. */}
				<span className="num block text-ink-3 text-xs sm:hidden">{number.replace(/^\+\d+ /, "")}</span>
			</BodyCell>
			<BodyCell className="max-sm:[&>span]:whitespace-normal">
				<StatePill kind={payment.kind} state={payment.state} plain />
				{payment.late ? <span className="ml-1.5 text-ink-2 text-xs">{t("late").toLowerCase()}</span> : null}
			</BodyCell>
			<BodyCell wide className="num">
				{number}
			</BodyCell>
			<BodyCell wide className="text-ink-2 max-md:hidden">
				{payment.operatorName}
			</BodyCell>
			<BodyCell wide className="max-lg:hidden">
				{payment.reference ? (
					<span className="code text-ink-2">{payment.reference}</span>
				) : (
					<span className="text-ink-3 text-xs">{t("noReference")}</span>
				)}
			</BodyCell>
			<BodyCell numeric>
				<Money
					amount={payment.amount}
					currency={payment.currency}
					className="font-[540]"
					currencyClassName="font-normal text-ink-2 text-xs"
				/>
			</BodyCell>
		</TableRow>
	);
}

"use client";
import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { useShownBeside } from "#components/payments/list/beside.tsx";
import { paymentPath } from "#components/payments/list-path.ts";
import { actsOn } from "#components/payments/marked/list-acts.ts";
import { PageMark } from "#components/payments/marked/page-mark.tsx";
import { RowMark } from "#components/payments/marked/row-mark.tsx";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import type { Marks } from "#components/payments/use-marks.ts";
import { WaitText } from "#components/payments/wait-text.tsx";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import { ROW_LINK } from "#components/ui/table/row-link.ts";
import { BodyCell, HeadCell, Table } from "#components/ui/table/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { PaymentSummary } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { maskPhone } from "#lib/phone.ts";

interface PaymentTableProps {
	kind: PaymentKind;
	items: readonly PaymentSummary[];
	/** Across all pages. */
	total: number;
	viewer: Viewer;
	marks: Marks;
}

export function PaymentTable({ kind, items, total, viewer, marks }: PaymentTableProps) {
	const t = useTranslations("payments.column");
	const fact = useTranslations("payments.fact");
	const noun = useTranslations(kind === "deposit" ? "deposits" : "payouts");
	const markable = items.filter((payment) => actsOn(payment, viewer).length > 0);
	return (
		<Table caption={noun("caption")} className="max-sm:table-fixed">
			<thead>
				<tr>
					<HeadCell className={markable.length > 0 ? "w-[32%] sm:w-42" : "w-[32%] sm:w-34"}>
						<PageMark payments={markable} marks={marks} />
						{t("when")}
					</HeadCell>
					<HeadCell className="w-[37%] sm:w-50">{t("state")}</HeadCell>
					<HeadCell wide className="w-34 @min-[45rem]/list:w-40 @min-[72rem]/list:w-48">
						{kind === "deposit" ? t("payer") : t("recipient")}
					</HeadCell>
					<HeadCell wide className="w-34 @max-[45rem]/list:hidden">
						{t("operator")}
					</HeadCell>
					<HeadCell wide className="w-52 @max-[60rem]/list:hidden">
						{t("reference")}
					</HeadCell>
					<HeadCell wide className="@max-[72rem]/list:hidden">
						{kind === "deposit" ? fact("note") : fact("purpose")}
					</HeadCell>
					<HeadCell wide className="w-40 @max-[72rem]/list:hidden">
						{kind === "deposit" ? fact("started") : fact("asked")}
					</HeadCell>
					<HeadCell numeric className="w-[31%] sm:w-36">
						{t("amount")}
					</HeadCell>
				</tr>
			</thead>
			<tbody onKeyDown={moveByArrows}>
				{items.map((payment) => (
					<PaymentRow
						key={payment.id}
						payment={payment}
						marks={markable.length > 0 ? marks : null}
						isMarkable={markable.includes(payment)}
					/>
				))}
			</tbody>
			<tfoot>
				<tr>
					<BodyCell colSpan={8}>{noun("found", { count: total })}</BodyCell>
				</tr>
			</tfoot>
		</Table>
	);
}

interface PaymentRowProps {
	payment: PaymentSummary;
	/** Null where no row can be marked. */
	marks: Marks | null;
	isMarkable: boolean;
}

function PaymentRow({ payment, marks, isMarkable }: PaymentRowProps) {
	const t = useTranslations("payments");
	// A narrow list has no room for the calling code.
	const [, callingCode, own] = /^(\+\d+ )?(.*)$/.exec(maskPhone(subscriberNumber(payment))) ?? [];
	const path = paymentPath(payment);
	const isShown = useShownBeside() === path;
	return (
		<tr className={cx("relative", isShown && "wide:bg-accent-soft wide:hover:bg-accent-soft!")}>
			<BodyCell className={cx("num text-ink-2 max-sm:whitespace-normal", marks && "sm:pl-7!")}>
				{marks ? <RowMark payment={payment} marks={marks} isMarkable={isMarkable} /> : null}
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
			<BodyCell className="max-sm:[&>span]:whitespace-normal max-[22rem]:[&>span]:text-xs max-[22rem]:[&>span]:before:hidden">
				<StatePill kind={payment.kind} state={payment.state} plain />
				<WaitText payment={payment} brief className="block max-w-[30ch] whitespace-normal text-ink-2 text-xs" />
				{payment.late ? <span className="ml-1.5 text-ink-2 text-xs">{t("late").toLowerCase()}</span> : null}
			</BodyCell>
			<BodyCell wide className="max-w-0 truncate" title={payment.name ?? own}>
				{payment.name}
				<span className={payment.name === null ? "num" : "num block text-ink-2 text-xs"}>
					<span className="@max-[45rem]/list:hidden">{callingCode}</span>
					{own}
				</span>
			</BodyCell>
			<BodyCell wide className="text-ink-2 @max-[45rem]/list:hidden">
				{payment.operatorName}
			</BodyCell>
			<BodyCell wide className="@max-[60rem]/list:hidden">
				{payment.reference ? (
					<span className="code text-ink-2">{payment.reference}</span>
				) : (
					<span className="text-ink-3 text-xs">{t("noReference")}</span>
				)}
			</BodyCell>
			<BodyCell wide className="max-w-0 truncate @max-[72rem]/list:hidden" title={payment.note ?? undefined}>
				{payment.note}
			</BodyCell>
			<BodyCell wide className="text-ink-2 @max-[72rem]/list:hidden">
				{payment.maker?.name}
			</BodyCell>
			<BodyCell numeric>
				<Money
					amount={payment.amount}
					currency={payment.currency}
					className="font-[540] max-[22rem]:text-xs"
					currencyClassName="font-normal text-ink-2 text-xs max-xs:block"
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
		</tr>
	);
}

/** On a tbody: arrows, Home and End move the focus between the links of its rows. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
	const links = [...event.currentTarget.querySelectorAll<HTMLElement>("tr a[href]")];
	const at = links.indexOf(document.activeElement as HTMLElement);
	if (at < 0) return;
	const goals: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 };
	const goal = goals[event.key];
	if (goal === undefined || !links[goal]) return;
	event.preventDefault();
	links[goal].focus();
}

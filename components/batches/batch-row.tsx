import { useTranslations } from "next-intl";
import { RowFaults } from "#components/batches/row-faults.tsx";
import { FailureReasonText, FaultText } from "#components/payments/fault-text.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import { ROW_LINK } from "#components/ui/table/row-link.ts";
import { BodyCell } from "#components/ui/table/table.tsx";
import { isRowView } from "#lib/batches/batch-states.ts";
import { rowAmount } from "#lib/batches/row-amount.ts";
import type { BatchRow as Row } from "#lib/contracts/batch.ts";
import type { PaymentState } from "#lib/payment-state.ts";
import { failureReasonInRefusal } from "#lib/payments/failure-reasons.ts";
import { formatPhone } from "#lib/phone.ts";

export interface RowMarks {
	marked: ReadonlySet<number>;
	mark: (n: number) => void;
}

interface BatchRowProps {
	row: Row;
	onOpen: (() => void) | null;
	marks: RowMarks | null;
}

export function BatchRow({ row, onOpen, marks }: BatchRowProps) {
	const t = useTranslations("batches");
	const nameClass = cx("wrap-anywhere font-[520]", !row.name && isFaulty(row, "destination") && "text-danger");
	const title = row.name || formatPhone(row.destination) || t("noNumber");
	return (
		<tr className="relative">
			<BodyCell numeric className="text-ink-3">
				{marks && row.state === "awaiting_approval" ? (
					<input
						type="checkbox"
						className="relative z-10 mr-2 size-5 align-middle"
						aria-label={t("leaveOutRows.mark", { n: row.n })}
						checked={marks.marked.has(row.n)}
						onChange={() => marks.mark(row.n)}
					/>
				) : null}
				{row.n}
			</BodyCell>
			<BodyCell className="max-sm:whitespace-normal">
				{row.paymentId ? (
					<DeskLink href={`/payouts/${row.paymentId}`} className={cx(ROW_LINK, nameClass)}>
						{title}
					</DeskLink>
				) : onOpen ? (
					<button type="button" onClick={onOpen} className={cx(ROW_LINK, nameClass, "text-left")}>
						{title}
						<Icon name="pencil" className="-mt-0.5 ml-2 inline-block size-3.5 text-ink-3" />
						<span className="sr-only">{`, ${t("mend", { n: row.n })}`}</span>
					</button>
				) : (
					<span className={nameClass}>{title}</span>
				)}
				{row.name ? (
					<span
						className={cx(
							"num block text-xs max-[22rem]:whitespace-normal max-[22rem]:text-2xs",
							isFaulty(row, "destination") ? "text-danger" : "text-ink-2",
						)}
					>
						{formatPhone(row.destination)}
					</span>
				) : null}
				<span className="mt-1 block max-[22rem]:[&>span]:text-xs max-[22rem]:[&>span]:before:hidden sm:hidden [&>span]:whitespace-normal!">
					<RowState row={row} />
				</span>
			</BodyCell>
			<BodyCell wide className="max-md:hidden">
				{row.operatorName}
			</BodyCell>
			<BodyCell wide className="wrap-anywhere max-lg:hidden">
				{row.purpose}
			</BodyCell>
			<BodyCell wide className="whitespace-normal!">
				<RowState row={row} />
			</BodyCell>
			<BodyCell numeric>
				<RowAmount row={row} />
			</BodyCell>
		</tr>
	);
}

function isFaulty({ faults }: Row, field: "destination" | "amount"): boolean {
	return faults.some((fault) => fault.field === field);
}

function RowAmount({ row }: { row: Row }) {
	const amount = rowAmount(row);
	if (amount !== null) return <Money amount={amount} currency={row.currency} />;
	const amountClass = row.state === "faulty" ? "text-danger" : "text-ink-2";
	return <span className={cx("wrap-anywhere", amountClass)}>{row.amount || "–"}</span>;
}

function RowState({ row }: { row: Row }) {
	const t = useTranslations("batches.rowStates");
	if (!isRowView(row.state))
		return (
			<>
				<StatePill kind="payout" state={row.state satisfies PaymentState} />
				<RowReason row={row} />
				{row.state === "awaiting_approval" ? <RowFaults faults={[]} warnings={row.warnings} /> : null}
			</>
		);
	if (row.state === "faulty") return <RowFaults faults={row.faults} warnings={row.warnings} />;
	return (
		<>
			<Badge plain tone="neutral" icon={row.state === "ready" ? "check" : "circle-slash"}>
				{t(row.state)}
			</Badge>
			{row.state === "ready" ? <RowFaults faults={[]} warnings={row.warnings} /> : null}
			{row.leftOut ? <span className="wrap-anywhere block text-ink-2 text-xs">{row.leftOut}</span> : null}
		</>
	);
}

function RowReason({ row: { state, failureReason, fault } }: { row: Row }) {
	const t = useTranslations("reasons");
	if (failureReason === null && fault === null) return null;
	const refusal = state === "refused" && fault?.words ? failureReasonInRefusal(fault.words) : null;
	return (
		<span className="wrap-anywhere mt-0.5 block text-ink-2 text-xs">
			{failureReason !== null ? (
				<FailureReasonText status={failureReason} />
			) : refusal !== null ? (
				t(refusal)
			) : (
				fault && <FaultText fault={fault} />
			)}
		</span>
	);
}

"use client";
import { useMutation } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import type { Viewer } from "#components/payments/decision-rights.ts";
import { actionsOn, LIST_ACTIONS, type ListAction, sumsOf } from "#components/payments/marked/list-actions.ts";
import { ListDialog } from "#components/payments/marked/list-dialog.tsx";
import { MarkedFrame } from "#components/payments/marked/marked-frame.tsx";
import type { Marks } from "#components/payments/use-marks.ts";
import { Button } from "#components/ui/button.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { PaymentQuery, PaymentSummary } from "#lib/contracts/payment.ts";
import type { PaymentKind } from "#lib/payment-state.ts";
import { MOST_IN_A_LIST } from "#lib/payments/lists.ts";
import { PATHS } from "#lib/queries/payments.ts";
import { readAll } from "#lib/queries/read-all.ts";

interface MarkedBarProps {
	marks: Marks<PaymentSummary>;
	viewer: Viewer;
	/** The whole list, if it has more rows than the page; else null. */
	all: { kind: PaymentKind; query: PaymentQuery; count: number } | null;
}

export default function MarkedBar({ marks, viewer, all }: MarkedBarProps) {
	const t = useTranslations("marked");
	const locale = useLocale();
	const [open, setOpen] = useState<{ action: ListAction; payments: readonly PaymentSummary[] } | null>(null);
	const groups = LIST_ACTIONS.map((action) => ({
		action,
		payments: marks.items.filter((payment) => actionsOn(payment, viewer).includes(action)),
	}));
	const sums = sumsOf(marks.items).map(([currency, sum]) => moneyText(sum, currency, locale));
	return (
		<MarkedFrame
			label={t(`region.${marks.items[0]?.kind ?? "payout"}`)}
			count={marks.items.length}
			sums={sums.join(" + ")}
			onClear={marks.clear}
		>
			<div className="flex flex-wrap gap-2">
				{groups.map(({ action, payments }) =>
					payments.length > 0 ? (
						<Button
							key={action}
							variant={action === "approve" ? "primary" : action === "paid" ? "secondary" : "danger"}
							className="max-sm:h-11 max-sm:grow"
							onClick={() => setOpen({ action, payments })}
						>
							{t(`act.${action}`, { count: payments.length })}
						</Button>
					) : null,
				)}
				{all && groups.some(({ payments }) => payments.length > 0) ? (
					<MarkAll {...all} marks={marks} viewer={viewer} />
				) : null}
			</div>
			{open ? (
				<ListDialog
					action={open.action}
					payments={open.payments}
					onDone={(ids) =>
						marks.mark(
							marks.items.filter(({ id }) => ids.includes(id)),
							false,
						)
					}
					onClose={() => setOpen(null)}
				/>
			) : null}
		</MarkedFrame>
	);
}

function MarkAll({
	kind,
	query,
	count,
	marks,
	viewer,
}: NonNullable<MarkedBarProps["all"]> & Pick<MarkedBarProps, "marks" | "viewer">) {
	const t = useTranslations("marked");
	const errorText = useErrorText();
	const most = Math.min(count, MOST_IN_A_LIST);
	const markAll = useMutation({
		mutationFn: () => readAll<PaymentSummary>(PATHS[kind], { ...query, limit: 200 }, most),
		onSuccess: (all) =>
			marks.mark(
				all.slice(0, most).filter((payment) => actionsOn(payment, viewer).length > 0),
				true,
			),
	});
	if (markAll.isSuccess) return null;
	return (
		<>
			<Button variant="ghost" className="max-sm:h-11" busy={markAll.isPending} onClick={() => markAll.mutate()}>
				{t(count > most ? "markFirst" : "markAll", { count: most })}
			</Button>
			{markAll.isError ? (
				<p role="alert" className="self-center text-danger text-xs">
					{errorText(markAll.error)}
				</p>
			) : null}
		</>
	);
}

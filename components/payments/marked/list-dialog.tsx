"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useRef, useState } from "react";
import { paymentPath } from "#components/payments/list-path.ts";
import { type ListAction, sumsOf } from "#components/payments/marked/list-actions.ts";
import { isOutdated, ListEvidence } from "#components/payments/marked/list-evidence.tsx";
import { DuplicateNote, NumberMarks } from "#components/payments/payout-warnings.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { AmountInput } from "#components/ui/fields/amount-input.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { Notice } from "#components/ui/page/notice.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { EvidenceView } from "#lib/contracts/evidence.ts";
import type { ListAnswer, PaymentSummary } from "#lib/contracts/payment.ts";
import { parseDecimal } from "#lib/money.ts";
import { MOST_IN_A_LIST, MOST_RESOLVED_IN_A_LIST } from "#lib/payments/lists.ts";
import { unbrokenPhone } from "#lib/phone.ts";
import { decidePayouts, paymentQueries, resolvePayouts } from "#lib/queries/payments.ts";

interface ListDialogProps {
	action: ListAction;
	payments: readonly PaymentSummary[];
	/** Removes the marks of these payouts. */
	onDone: (ids: readonly string[]) => void;
	onClose: () => void;
}

const isVerdict = (action: ListAction): action is "paid" | "not_paid" => action === "paid" || action === "not_paid";

export function ListDialog({ action, payments, onDone, onClose }: ListDialogProps) {
	const t = useTranslations("marked");
	const locale = useLocale();
	const errorText = useErrorText();
	const errors = useTranslations("errors");
	const [total, setTotal] = useState("");
	const [failed, setFailed] = useState<ListAnswer["failed"] | null>(null);
	const isClosed = useRef(false);
	const reason = useReason(action === "approve" ? 0 : 1);
	const sums = sumsOf(payments);
	const [first = ["", "0.00"]] = sums;
	const amount = sums.map(([currency, sum]) => moneyText(sum, currency, locale)).join(" + ");
	const most = isVerdict(action) ? MOST_RESOLVED_IN_A_LIST : MOST_IN_A_LIST;
	const isMixed = isVerdict(action) && sums.length > 1;
	const impossible = isMixed ? t("oneCurrency") : payments.length > most ? t("tooMany", { most }) : null;
	const totalFault = isVerdict(action) && parseDecimal(total) !== parseDecimal(first[1]) ? t("totalFault") : null;
	const seen = useQuery({ ...paymentQueries.seenEvidence(payments[0]?.id ?? ""), enabled: isVerdict(action) });
	const answer = useRefetchingMutation({
		mutationFn: () => send(action, payments, { reason: reason.text, total: first[1], seen: seen.data }),
		onSuccess: ({ done, failed: refused }) => {
			if (!isClosed.current && isOutdated({ done, failed: refused })) return;
			if (done.length > 0) toast(t(`done.${action}`, { count: done.length }));
			onDone(done);
			const reasons = [...new Set(refused.map(({ code }) => errors(code)))].join(" ");
			if (!reasons) return;
			// Shown at once: while the page reads everything again, the dialog could be closed.
			if (isClosed.current) toast(`${t("failedTitle", { count: refused.length })}. ${reasons}`, "danger");
			else setFailed(refused);
		},
		onError: (error) => isClosed.current && toast(errorText(error), "danger"),
	});
	const submit = () =>
		answer.mutate(undefined, { onSuccess: ({ failed: refused }) => refused.length === 0 && onClose() });
	const closeFailed = () => {
		// Removes the marks: each has the version at which it was set, and the server would refuse this version again.
		onDone(payments.map(({ id }) => id));
		onClose();
	};
	if (failed) return <Failed failed={failed} payments={payments} onClose={closeFailed} />;
	return (
		<FormDialog
			title={t(`title.${action}`, { count: payments.length })}
			action={t(`act.${action}`, { count: payments.length })}
			danger={action !== "approve" && action !== "paid"}
			disabled={impossible !== null || (isVerdict(action) && !seen.data)}
			mutation={answer}
			fault={impossible}
			back={t("back")}
			onSubmit={() => reason.check() && !totalFault && submit()}
			onClose={() => {
				isClosed.current = true;
				onClose();
			}}
		>
			<p>{t(`body.${action}`)}</p>
			<p className="num font-semibold">{t("sum", { amount })}</p>
			<ListedPayouts payments={payments} />
			{isVerdict(action) && impossible === null ? <ListEvidence query={seen} /> : null}
			{isVerdict(action) && impossible === null ? (
				<Field label={t("total")} error={reason.tried ? totalFault : null}>
					<AmountInput currency={first[0]} value={total} onValueChange={setTotal} />
				</Field>
			) : null}
			{action === "approve" ? null : <ReasonField label={t("reason")} rows={2} {...reason.field} />}
		</FormDialog>
	);
}

function send(
	action: ListAction,
	payments: readonly PaymentSummary[],
	{ reason, total, seen }: { reason: string; total: string; seen: EvidenceView | undefined },
): Promise<ListAnswer> {
	if (!isVerdict(action)) {
		const payouts = payments.map(({ id, version }) => ({ id, version }));
		return decidePayouts({ decision: action, payouts, ...(reason ? { reason } : {}) });
	}
	const payouts = payments.map(({ id, version, amount }) => ({ id, version, amount }));
	return resolvePayouts({ outcome: action, reason, total, evidence: seen?.digest ?? "", payouts });
}

interface FailedProps {
	failed: ListAnswer["failed"];
	payments: readonly PaymentSummary[];
	onClose: () => void;
}

function Failed({ failed, payments, onClose }: FailedProps): ReactNode {
	const t = useTranslations("marked");
	const errors = useTranslations("errors");
	const why = new Map(failed.map(({ id, code }) => [id, errors(code)]));
	return (
		<FormDialog
			title={t("failedTitle", { count: failed.length })}
			action={t("understood")}
			onSubmit={onClose}
			onClose={onClose}
		>
			<Notice tone="warning" urgent>
				{t("failed")}
			</Notice>
			<ListedPayouts payments={payments.filter(({ id }) => why.has(id))} why={why} />
		</FormDialog>
	);
}

interface ListedPayoutsProps {
	payments: readonly PaymentSummary[];
	/** The reason of a refusal, by payout id. */
	why?: ReadonlyMap<string, string>;
}

function ListedPayouts({ payments, why }: ListedPayoutsProps) {
	const t = useTranslations("marked");
	const locale = useLocale();
	return (
		<ul aria-label={t("list")} className="grid max-h-60 gap-2 overflow-y-auto rounded-md bg-sunken px-3.5 py-3">
			{payments.map((payment) => (
				<li key={payment.id} className="min-w-0 text-sm">
					<p className="num flex flex-wrap justify-between gap-x-3">
						<DeskLink href={paymentPath(payment)} target="_blank" className="font-medium link">
							{moneyText(payment.amount, payment.currency, locale)}
						</DeskLink>
						<span className="wrap-anywhere whitespace-normal">
							{payment.name ? `${payment.name} · ` : null}
							{unbrokenPhone(payment.destination ?? "")}
						</span>
					</p>
					<NumberMarks {...payment} className="my-1" />
					<DuplicateNote payment={payment} className="my-1" />
					{payment.note ? <p className="break-words text-ink-2 text-xs">{payment.note}</p> : null}
					{payment.alike?.length ? (
						<p className="text-warning text-xs">{t("alike", { count: payment.alike.length })}</p>
					) : null}
					{why ? <p className="text-danger text-xs">{why.get(payment.id)}</p> : null}
				</li>
			))}
		</ul>
	);
}

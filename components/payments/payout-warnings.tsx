"use client";
import { useLocale, useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { cx } from "#components/ui/class-names.ts";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { StatePill } from "#components/ui/state-pill.tsx";
import { Time } from "#components/ui/time.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { PaymentSummary, PayoutPreview, SimilarPayout } from "#lib/contracts/payment.ts";
import { unbrokenPhone } from "#lib/phone.ts";

interface PayoutWarningsProps {
	payment: PaymentSummary;
	className?: string;
}

export function PayoutWarnings({ payment, className }: PayoutWarningsProps) {
	return (
		<>
			<NumberMarks {...payment} className={className} />
			<DuplicateNote payment={payment} className={className} />
			<SimilarPayoutsNote alike={payment.alike} className={className} />
		</>
	);
}

type NumberMarksProps = Partial<Pick<PaymentSummary, "marks" | "nameInBook" | "overLimit">> & {
	className?: string | undefined;
};

/** The page must load the texts `payments.marks`. */
export function NumberMarks({ marks, nameInBook, overLimit, className }: NumberMarksProps) {
	const t = useTranslations("payments.marks");
	const locale = useLocale();
	const { neverPaid = false, changedAt = null, blocked = null } = marks ?? {};
	if (!neverPaid && changedAt === null && blocked === null && !nameInBook && !overLimit) return null;
	return (
		<p className={cx("flex flex-wrap gap-1.5 [&>span]:whitespace-normal [&>span]:rounded-xl", className)}>
			{blocked === null ? null : (
				<Badge tone="danger" icon="ban">
					{t("blocked", { reason: blocked })}
				</Badge>
			)}
			{overLimit ? (
				<Badge tone="danger" icon="ban">
					{t("overLimit", { ...overLimit, limit: moneyText(overLimit.limit, overLimit.currency, locale) })}
				</Badge>
			) : null}
			{changedAt === null ? null : (
				<Badge tone="warning" icon="triangle-alert">
					<span>{t.rich("changedAt", { at: () => <Time at={changedAt} as="day" /> })}</span>
				</Badge>
			)}
			{neverPaid ? (
				<Badge tone="neutral" icon="user-plus">
					{t("neverPaid")}
				</Badge>
			) : null}
			{nameInBook ? (
				<Badge tone="warning" icon="triangle-alert">
					{t("nameInBook", { name: nameInBook })}
				</Badge>
			) : null}
		</p>
	);
}

export function KnownNumber({ number }: { number: PayoutPreview["number"] }) {
	const t = useTranslations("payments.form");
	if (!number) return null;
	return (
		<div className="mt-3 grid gap-1.5 empty:hidden">
			{number.recipient ? (
				<p>{t.rich("inTheBook", { name: number.recipient.name, b: (name) => <b className="font-[560]">{name}</b> })}</p>
			) : null}
			<NumberMarks marks={number} />
		</div>
	);
}

const NOTE = "border-l-[3px] border-l-warning pl-3 text-sm";

export function DuplicateNote({
	payment: { duplicate },
	className,
}: Pick<PayoutWarningsProps, "className"> & { payment: Pick<PaymentSummary, "duplicate"> }) {
	const t = useTranslations("payments.duplicate");
	if (!duplicate) return null;
	const count = duplicate.of.length;
	return (
		<div className={cx(NOTE, className)}>
			<p className="text-ink-2">{t("told", { count, name: duplicate.by ?? "" })}</p>
			<p className="break-words font-[520]">{t("said", { reason: duplicate.reason })}</p>
			<p className="flex flex-wrap gap-x-3">
				{duplicate.of.map((id, index) => (
					<DeskLink key={id} href={`/payouts/${encodeURIComponent(id)}`} className="py-0.5 link">
						{t("seeEarlier", { count, index: index + 1 })}
					</DeskLink>
				))}
			</p>
		</div>
	);
}

interface SimilarPayoutsNoteProps {
	alike: readonly SimilarPayout[] | undefined;
	className?: string | undefined;
}

/** Links to earlier payouts that may have paid the same invoice. Unlike duplicates, they need no reason. */
export function SimilarPayoutsNote({ alike = [], className }: SimilarPayoutsNoteProps) {
	const t = useTranslations("payments.alike");
	if (alike.length === 0) return null;
	return (
		<div className={cx(NOTE, className)}>
			<p className="font-[520]">{t("title", { count: alike.length })}</p>
			<ul className="grid gap-1">
				{alike.map(({ id, why, amount, currency, destination, name, state, createdAt }) => (
					<li key={id} className="text-ink-2">
						<DeskLink
							href={`/payouts/${encodeURIComponent(id)}`}
							target="_blank"
							className="wrap-anywhere tabular-nums link"
						>
							<Money amount={amount} currency={currency} />
							{name === null ? "" : ` · ${name}`} · {unbrokenPhone(destination)}
						</DeskLink>
						{" · "}
						<Time at={createdAt} as="momentShort" className="in-sentence" /> {" · "}
						{t(why)} · <StatePill kind="payout" state={state} plain />
					</li>
				))}
			</ul>
		</div>
	);
}

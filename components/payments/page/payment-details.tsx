"use client";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FailureReasonText } from "#components/payments/fault-text.tsx";
import { subscriberNumber } from "#components/payments/payment-number.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Payment } from "#lib/contracts/payment.ts";
import { countryName } from "#lib/countries.ts";
import type { StatusMeaning } from "#lib/payments/status-meaning.ts";
import { formatPhone } from "#lib/phone.ts";

export function PaymentDetails({ payment }: { payment: Payment }) {
	const t = useTranslations("payments");
	const locale = useLocale();
	const isDeposit = payment.kind === "deposit";
	const number = subscriberNumber(payment);
	return (
		<section>
			<SectionTitle>{t("facts")}</SectionTitle>
			<DescriptionList>
				{payment.reference ? (
					<Description below term={t("fact.reference")}>
						<Copied value={payment.reference} what={t("fact.reference")}>
							<DeskLink
								href={`/transactions/${encodeURIComponent(payment.reference)}`}
								title={t("transaction")}
								className="code link"
							>
								{payment.reference}
							</DeskLink>
						</Copied>
					</Description>
				) : null}
				<Description below term={t("fact.id")}>
					<Copied value={payment.id} what={t("fact.id")}>
						<span className="code">{payment.id}</span>
					</Copied>
				</Description>
				{payment.paidAmount ? (
					<Description term={t("fact.paid")}>
						<Money amount={payment.paidAmount} currency={payment.currency} className="font-[560]" />
					</Description>
				) : null}
				{payment.name ? <Description term={t("fact.name")}>{payment.name}</Description> : null}
				{payment.nameInBook ? <Description term={t("fact.nameInBook")}>{payment.nameInBook}</Description> : null}
				<Description term={isDeposit ? t("fact.phoneNumber") : t("fact.destination")}>
					<Copied value={number} what={isDeposit ? t("fact.phoneNumber") : t("fact.destination")}>
						<span className="num">{formatPhone(number)}</span>
					</Copied>
				</Description>
				<Description term={t("fact.operator")}>{payment.operatorName}</Description>
				<Description term={t("fact.country")}>{countryName(payment.country, locale)}</Description>
				{payment.note ? (
					<Description term={isDeposit ? t("fact.note") : t("fact.purpose")}>{payment.note}</Description>
				) : null}
				{payment.batch ? (
					<Description term={t("fact.batch")}>
						<DeskLink href={`/batches/${encodeURIComponent(payment.batch.id)}`} className="link">
							{payment.batch.name}
						</DeskLink>
					</Description>
				) : null}
				{payment.maker ? (
					<Description term={t(isDeposit ? "fact.started" : "fact.asked")}>{payment.maker.name}</Description>
				) : null}
				<Approvers payment={payment} />
				<Moments payment={payment} />
				{payment.serviceStatus ? (
					<Description term={t("fact.serviceStatus")}>
						<ServiceStatus status={payment.serviceStatus} meaning={payment.statusMeaning} />
					</Description>
				) : null}
				{payment.failureReason ? (
					<Description term={t("fact.reason")}>
						<FailureReasonText status={payment.failureReason} />
					</Description>
				) : null}
			</DescriptionList>
		</section>
	);
}

function Approvers({ payment }: { payment: Payment }) {
	const { approval, approver } = payment;
	const t = useTranslations("payments.fact");
	const payouts = useTranslations("payouts");
	const names = approval?.given.map(({ name }) => name) ?? [];
	if (names.length === 0 && approver) names.push(approver.name);
	const isOfMany = approval?.needed && approval.needed > 1;
	const lapsed = payment.state === "awaiting_approval" ? (approval?.lapsed.map(({ name }) => name) ?? []) : [];
	if (names.length === 0 && !isOfMany && lapsed.length === 0) return null;
	return (
		<Description term={t("approved")}>
			{names.join(", ")}
			{isOfMany ? (
				<span className="text-ink-2">
					{names.length > 0 ? " · " : ""}
					{payouts("approvals", { given: names.length, needed: approval.needed ?? 0 })}
				</span>
			) : null}
			{lapsed.length > 0 ? (
				<span className="block text-ink-2 text-xs">{payouts("lapsed", { names: lapsed.join(", ") })}</span>
			) : null}
		</Description>
	);
}

function Moments({ payment }: { payment: Payment }) {
	const t = useTranslations("payments.fact");
	return (
		<>
			{(["created", "sent", "processed"] as const).map((moment) => {
				const at = payment[`${moment}At`];
				return at ? (
					<Description key={moment} term={t(moment)}>
						<Time at={at} as="moment" className="num" />
					</Description>
				) : null;
			})}
			{payment.expiresAt ? (
				<Description term={t("expires")}>
					<Time at={payment.expiresAt} as="moment" className="num" />
				</Description>
			) : null}
		</>
	);
}

function Copied({ value, what, children }: { value: string; what: string; children: ReactNode }) {
	return (
		<span className="flex items-start justify-between gap-1">
			<span className="min-w-0">{children}</span>
			<span className="-my-1">
				<CopyButton value={value} what={what} />
			</span>
		</span>
	);
}

interface ServiceStatusProps {
	status: string;
	meaning: StatusMeaning | null;
}

/** The service's status, verbatim: translated, `success` would read "paid" before the desk has confirmed the payment. */
function ServiceStatus({ status, meaning }: ServiceStatusProps) {
	const t = useTranslations("payments");
	const mark = meaning === "failed" ? t("finalFailure") : meaning === "unrecognised" ? t("notRecognised") : null;
	return (
		<span title={meaning === "unrecognised" ? t("serviceWordWhy") : undefined}>
			<span className="code">{status}</span>
			{mark ? <span className="text-ink-2"> {mark}</span> : null}
		</span>
	);
}

"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { DuplicatePanel } from "#components/payments/form/duplicate-panel.tsx";
import { PayoutSummary } from "#components/payments/form/payout-summary.tsx";
import { NumberMarks, SimilarPayoutsNote } from "#components/payments/payout-warnings.tsx";
import type { DraftText } from "#components/payments/use-draft-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { ApiError } from "#lib/api.ts";
import type { PayoutPreview } from "#lib/contracts/payment.ts";
import type { PayoutRequest } from "#lib/contracts/payment-request.ts";
import { typedText } from "#lib/text/typed-text.ts";

interface PayoutReviewProps {
	draftText: DraftText;
	note: string;
	preview: PayoutPreview | undefined;
	/** Null unless the preview could not be read. */
	previewFault: ReactNode;
	error: unknown;
	/** The request to which no answer came; a click sends it again unchanged. */
	lost: { duplicate?: PayoutRequest["duplicate"] } | undefined;
	isCorrection: boolean;
	isBusy: boolean;
	problem: ReactNode;
	onSend: (how: { duplicate?: PayoutRequest["duplicate"]; another?: boolean }) => void;
	onChange: () => void;
}

export function PayoutReview({
	draftText,
	note,
	preview,
	previewFault,
	error,
	lost,
	isBusy,
	problem,
	onSend,
	onChange,
	...props
}: PayoutReviewProps) {
	const t = useTranslations("payouts");
	const earlier = lost ? (lost.duplicate?.of ?? []) : earlierOf(preview, error);
	const change = (
		<Button size="lg" onClick={onChange} className="max-sm:flex-1">
			{t("change")}
		</Button>
	);
	const shared = useTranslations("payments");
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => heading.current?.focus(), []);
	return (
		<section className="grid items-start gap-x-[34px] gap-y-5 lg:grid-cols-[minmax(0,460px)_318px] lg:justify-between wide:grid-cols-[minmax(0,560px)_400px] wide:justify-start wide:gap-x-20">
			<div className="grid gap-5">
				<h2 ref={heading} tabIndex={-1} className="font-semibold text-md">
					{t(preview?.approvers === 0 ? "reviewTitleNobody" : "reviewTitle")}
				</h2>
				<UnmatchedNote preview={preview} currency={draftText.operator?.currency} />
				{earlier.length > 0 ? (
					<DuplicatePanel
						earlier={earlier}
						draftText={draftText}
						name={preview?.number?.recipient?.name}
						note={note}
						isBusy={isBusy}
						problem={isDuplicate(error) ? null : problem}
						ways={change}
						onSend={(duplicate) => onSend({ duplicate })}
					/>
				) : (
					<>
						<p className="font-semibold text-4xl tracking-[-0.03em] max-sm:text-3xl">
							<Money
								amount={draftText.decimal ?? ""}
								currency={draftText.operator?.currency ?? ""}
								currencyClassName="ml-1 text-[1.0625rem] font-medium text-ink-2 tracking-normal"
							/>
						</p>
						<DescriptionList>
							<Description term={shared("fact.destination")}>
								<span className="num font-[560] text-md">{draftText.number}</span>
							</Description>
							{preview?.number?.recipient ? (
								<Description term={shared("fact.name")}>{preview.number.recipient.name}</Description>
							) : null}
							<Description term={shared("fact.operator")}>{draftText.operator?.name}</Description>
							<Description term={shared("fact.purpose")}>
								{typedText(note) || <span className="text-ink-3">–</span>}
							</Description>
						</DescriptionList>
						<NumberMarks marks={preview?.number ?? undefined} />
						<SimilarPayoutsNote alike={preview?.alike} />
						{problem}
						{previewFault}
						<div className="flex flex-wrap gap-2">
							{/* People read what the preview says about number, approvers and earlier payouts before they can send. */}
							{preview || lost ? (
								<>
									<Button
										variant="primary"
										size="lg"
										busy={isBusy}
										onClick={() => onSend({})}
										className="max-sm:w-full"
									>
										{props.isCorrection ? t("correctSubmit") : preview?.approvers === 0 ? t("sendNow") : t("submit")}
									</Button>
									{props.isCorrection ? null : (
										<Button size="lg" busy={isBusy} onClick={() => onSend({ another: true })} className="max-sm:w-full">
											{t(preview?.approvers === 0 ? "sendNowAnother" : "submitAnother")}
										</Button>
									)}
								</>
							) : previewFault ? null : (
								<Skeleton className="h-11 w-52 max-sm:w-full" />
							)}
							{change}
						</div>
					</>
				)}
			</div>
			<Card>
				<PayoutSummary draftText={draftText} preview={preview} />
			</Card>
		</section>
	);
}

function isDuplicate(error: unknown): error is ApiError {
	return error instanceof ApiError && error.code === "duplicate_suspected";
}

function earlierOf(preview: PayoutPreview | undefined, error: unknown): readonly string[] {
	return [...new Set([...(preview?.duplicates ?? []), ...(isDuplicate(error) ? error.payments : [])])];
}

interface UnmatchedNoteProps {
	preview: PayoutPreview | undefined;
	currency: string | undefined;
}

/** Warns of withdrawals of this amount that have no payment here: somebody may have paid elsewhere. Asks for no reason. */
function UnmatchedNote({ preview, currency }: UnmatchedNoteProps) {
	const t = useTranslations("payouts.unmatched");
	const lines = preview?.unmatched ?? [];
	if (lines.length === 0 || currency === undefined) return null;
	return (
		<div className="border-l-[3px] border-l-warning pl-3 text-sm">
			<p className="font-[520]">{t("title", { count: lines.length })}</p>
			<ul className="text-ink-2">
				{lines.map(({ id, createdAt }) => (
					<li key={id}>
						<Time at={createdAt} as="momentShort" />
					</li>
				))}
			</ul>
			<DeskLink href={`/reconciliation?currency=${currency}`} target="_blank" className="link">
				{t("see")}
			</DeskLink>
		</div>
	);
}

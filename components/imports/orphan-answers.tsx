"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { AnswerActions } from "#components/imports/answer-actions.tsx";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { OrphanAnswer } from "#lib/contracts/orphan-answer.ts";
import { ADMITTED_STATES } from "#lib/payment-state.ts";
import { importQueries } from "#lib/queries/imported-transactions.ts";

export function OrphanAnswers() {
	const t = useTranslations("imports.answers");
	const list = useQuery(importQueries.orphanAnswers());
	const { data } = list;
	if (data && data.count === 0) return null;
	return (
		<section aria-labelledby="orphan-answers" className="mb-9">
			<SectionTitle id="orphan-answers">{t("title")}</SectionTitle>
			<ReadFault query={list} />
			{data ? (
				<>
					<Notice tone="danger" title={t("what", { count: data.count })}>
						{t("why")}
					</Notice>
					<ul className="mt-4 rounded-lg border border-line bg-surface">
						{data.items.map((answer) => (
							<AnswerLine key={answer.id} answer={answer} />
						))}
					</ul>
					{data.count > data.items.length ? (
						<p className="mt-2 text-ink-2 text-xs">{t("more", { count: data.count - data.items.length })}</p>
					) : null}
				</>
			) : null}
		</section>
	);
}

function AnswerLine({ answer }: { answer: OrphanAnswer }) {
	const t = useTranslations("imports.answers");
	const { reference, excerpt } = answer;
	return (
		<li className="border-line px-4 py-4 not-first:border-t">
			<p className="font-[520]">{t(`came.${cameAs(answer)}`)}</p>
			<DescriptionList className="mt-2 max-w-[40rem]">
				<Description term={t("reference")}>
					{reference ? (
						<DeskLink
							href={`/transactions/${encodeURIComponent(reference)}`}
							className="code break-all rounded-sm underline underline-offset-3"
						>
							{reference}
						</DeskLink>
					) : (
						t("noReference")
					)}
				</Description>
				<Description term={t("said")}>
					<bdi className="break-words">{serviceText(answer) ?? t("nothing")}</bdi>
				</Description>
				<Description term={t("at")}>
					<Time at={answer.answeredAt} as="moment" />
				</Description>
				<Description term={t("payment")}>
					<NamedPayment answer={answer} />
				</Description>
			</DescriptionList>
			{excerpt ? (
				<details className="mt-2 max-w-[40rem] text-xs">
					<summary className="cursor-pointer text-ink-2">{t("asItCame")}</summary>
					<bdi className="code mt-1 block break-all">{excerpt}</bdi>
				</details>
			) : null}
			<AnswerActions answer={answer} />
		</li>
	);
}

/** Returns only the service's own words or status. Our cause for an unclear answer must not look like the service's words. */
function serviceText({ serviceStatus, httpStatus, fault }: OrphanAnswer): string | null {
	const reported = serviceStatus ?? fault?.words;
	return reported ?? (httpStatus === null ? null : `HTTP ${httpStatus}`);
}

function cameAs({ state }: OrphanAnswer): "accepted" | "refused" | "unclear" {
	if (state === "refused") return "refused";
	return ADMITTED_STATES.includes(state) ? "accepted" : "unclear";
}

function NamedPayment({ answer: { payment, paymentId } }: { answer: OrphanAnswer }) {
	const t = useTranslations("imports.answers");
	const states = useTranslations("states");
	if (payment === null) {
		return (
			<>
				<span className="code break-all">{paymentId}</span>
				<span className="block text-ink-2 text-xs">{t("notHere")}</span>
			</>
		);
	}
	return (
		<>
			<DeskLink
				href={`/${payment.kind}s/${payment.id}`}
				className="code break-all rounded-sm underline underline-offset-3"
			>
				{payment.id}
			</DeskLink>
			<span className="block text-ink-2 text-xs">
				{t("hereAs", { state: states(`${payment.kind}.${payment.state}`) })}
			</span>
		</>
	);
}

"use client";
/** Lists held payouts, to which unmatched money of the wallet may belong. An admin answers for each, with one reason for all. */
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useChangeWaits } from "#components/change-requests/use-change-waits.ts";
import { useSettingChange } from "#components/change-requests/use-setting-change.ts";
import { Button } from "#components/ui/button.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { ReasonField } from "#components/ui/fields/reason-field.tsx";
import { Segmented } from "#components/ui/fields/segmented.tsx";
import { useReason } from "#components/ui/fields/use-reason.ts";
import { Money } from "#components/ui/money.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { WalletGap } from "#lib/contracts/wallet-gaps.ts";
import { SHORTEST_REASON } from "#lib/payments/reason.ts";
import { HELD_PAYOUT_ANSWERS, type HeldPayoutAnswer } from "#lib/payments/wallet-answers.ts";
import { unbrokenPhone } from "#lib/phone.ts";
import { answerWallet } from "#lib/queries/wallet-gaps.ts";

type Held = WalletGap["held"][number];
type Answers = Readonly<Record<string, HeldPayoutAnswer>>;

export function HeldPayouts({ wallet: { currency, held }, seen }: { wallet: WalletGap; seen: string }) {
	const t = useTranslations("settings.walletGaps");
	// Answers belong to the evidence that the admin saw: other evidence asks for new ones.
	const [given, setGiven] = useState<{ seen: string; answers: Answers }>({ seen, answers: {} });
	const answers = given.seen === seen ? given.answers : {};
	const setAnswers = (next: Answers) => setGiven({ seen, answers: next });
	const every = (answer: HeldPayoutAnswer) => setAnswers(Object.fromEntries(held.map(({ id }) => [id, answer])));
	const [first] = held;
	const same = first && held.every(({ id }) => answers[id] === answers[first.id]) ? answers[first.id] : undefined;
	return (
		<Card>
			<SectionTitle>{t("payouts")}</SectionTitle>
			<p className="mb-2 text-ink-2 text-xs">{t("payoutsHint")}</p>
			{held.length > 1 ? (
				<div className="flex flex-wrap items-center justify-between gap-2 pb-2">
					<span className="text-ink-2 text-sm">{t("all")}</span>
					<AnswerChoice label={t("all")} value={same} onChange={every} />
				</div>
			) : null}
			<ul className="border-line border-t">
				{held.map((payout) => (
					<HeldPayout
						key={payout.id}
						payout={payout}
						answer={answers[payout.id]}
						onAnswer={(answer) => setAnswers({ ...answers, [payout.id]: answer })}
					/>
				))}
			</ul>
			<Answer {...{ currency, seen, held, answers }} />
		</Card>
	);
}

function HeldPayout({
	payout: { id, amount, currency, name, phoneNumber, operatorName, note, state, why },
	answer,
	onAnswer,
}: {
	payout: Held;
	answer: HeldPayoutAnswer | undefined;
	onAnswer: (answer: HeldPayoutAnswer) => void;
}) {
	const t = useTranslations("settings.walletGaps");
	const figure = moneyText(amount, currency, useLocale());
	return (
		<li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-2.5">
			<div className="min-w-0 flex-1 basis-52">
				<p>
					<DeskLink href={`/payouts/${encodeURIComponent(id)}`} className="font-[520] underline underline-offset-3">
						<Money amount={amount} currency={currency} />
					</DeskLink>{" "}
					<span className="text-sm">
						{name ? `${name} · ` : null}
						{t("whose", { number: unbrokenPhone(phoneNumber), operator: operatorName })}
					</span>
				</p>
				<p className="text-ink-2 text-xs [overflow-wrap:anywhere]">
					{note ? `${note} · ` : null}
					{state === "awaiting_approval" ? `${t("awaiting_approval")} · ` : null}
					{t(`why.${why}`)}
				</p>
			</div>
			<AnswerChoice label={t("answers", { amount: figure })} value={answer} onChange={onAnswer} />
		</li>
	);
}

function Answer({ currency, seen, held, answers }: { currency: string; seen: string; held: Held[]; answers: Answers }) {
	const t = useTranslations("settings.walletGaps");
	const waits = useChangeWaits("wallet_answered", currency);
	const reason = useReason(SHORTEST_REASON);
	const answer = useSettingChange(answerWallet, { saved: t("done") });
	const given = held.flatMap(({ id }) => (answers[id] ? [{ paymentId: id, answer: answers[id] }] : []));
	const unanswered = held.length - given.length;
	const act = () => {
		const isReasoned = reason.check();
		if (unanswered === 0 && isReasoned) answer.mutate({ currency, seen, answers: given, reason: reason.text });
	};
	const refused = reason.tried && unanswered > 0 ? t("answersNeeded", { count: unanswered }) : answer.fault;
	return (
		<div className="mt-4 grid gap-3">
			{waits ? <p className="text-sm">{t("answerWaits")}</p> : null}
			<ReasonField label={t("reason")} hint={t("reasonHint")} {...reason.field} />
			<FaultNotice>{refused}</FaultNotice>
			<div>
				<Button variant="primary" busy={answer.isPending} onClick={act}>
					{t("act")}
				</Button>
			</div>
		</div>
	);
}

function AnswerChoice({
	label,
	value,
	onChange,
}: {
	label: string;
	value: HeldPayoutAnswer | undefined;
	onChange: (answer: HeldPayoutAnswer) => void;
}) {
	const t = useTranslations("settings.walletGaps");
	return (
		<Segmented<HeldPayoutAnswer | "">
			label={label}
			value={value ?? ""}
			options={HELD_PAYOUT_ANSWERS.map((answer) => ({ value: answer, label: t(answer) }))}
			onChange={(answer) => (answer === "" ? undefined : onChange(answer))}
		/>
	);
}

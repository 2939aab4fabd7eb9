"use client";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef } from "react";
import { ChangeTable } from "#components/change-requests/change-table.tsx";
import { useChangeText } from "#components/change-requests/use-change-text.ts";
import { FactorChallenge } from "#components/second-factor/factor-challenge.tsx";
import { StepUpSubjects } from "#components/second-factor/step-up-subjects.tsx";
import { Button } from "#components/ui/button.tsx";
import { useMonthText } from "#components/ui/day-text.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import { moneyText } from "#lib/amounts/money-text.ts";
import type { ChangeRequest } from "#lib/contracts/change-request.ts";
import type { StepUpClosing, StepUpNeed, StepUpPurpose, StepUpQuestion } from "#lib/contracts/second-factor.ts";
import { beginStepUp, giveStepUp } from "#lib/queries/second-factor.ts";

interface StepUpFormProps {
	/** Must be the same object at each render. */
	need: StepUpNeed;
	/** The text of the button, which names the act; "Confirm" without it. */
	act?: string;
	onProved: () => void;
	/** Warnings that a person must consider before the proof; shown below the payments. */
	children?: ReactNode;
}

/** Shows the facts that the proof is for, as the database has them, and asks for the proof. */
export default function StepUpForm({ need, act, onProved, children }: StepUpFormProps) {
	const t = useTranslations("secondFactor.stepUp");
	const ask = useCallback(() => beginStepUp(need), [need]);
	const isOpen = useIsOpen();
	return (
		<>
			<p className="text-ink-2 text-sm">{t(whyOf(need), { count: "subjects" in need ? need.subjects.length : 0 })}</p>
			<FactorChallenge
				ask={ask}
				act={act}
				nothing={<NothingToProve purpose={need.purpose} />}
				about={({ payments, batch, change, line, closing }) =>
					change ? (
						<StepUpChange change={change} />
					) : closing ? (
						<StepUpMonth {...closing} />
					) : line ? (
						<StepUpLine line={line} />
					) : (
						<>
							<StepUpSubjects payments={payments} batch={batch} />
							{children}
						</>
					)
				}
				onAnswer={async (answer, { id }) => {
					await giveStepUp({ id, answer });
					if (isOpen.current) onProved();
				}}
			/>
		</>
	);
}

function useIsOpen(): RefObject<boolean> {
	const isOpen = useRef(true);
	useEffect(() => {
		isOpen.current = true;
		return () => {
			isOpen.current = false;
		};
	}, []);
	return isOpen;
}

function whyOf(need: StepUpNeed) {
	return "batch" in need ? "why.batch" : "line" in need ? "why.line" : (`why.${need.purpose}` as const);
}

/** For members with neither password nor factor, who sign in through the provider alone: tells how they get a proof. */
function NothingToProve({ purpose }: { purpose: StepUpPurpose }) {
	const t = useTranslations("secondFactor.nothing");
	const isAccount = purpose === "account";
	// Forces a full page load: the sign-in leaves the desk and returns here, and the load of the account page closes this dialog.
	const goOn = () =>
		location.assign(
			isAccount
				? `/api/single-sign-on?fresh=1&next=${encodeURIComponent(location.pathname + location.search)}`
				: "/account",
		);
	return (
		<div className="grid gap-4">
			<Notice tone="warning">{t(isAccount ? "signInAgain" : "setUp")}</Notice>
			<Button variant="primary" size="lg" onClick={goOn}>
				{t(isAccount ? "signInAct" : "setUpAct")}
			</Button>
		</div>
	);
}

/** The page must load the texts `reconciliation`. */
function StepUpLine({ line }: { line: NonNullable<StepUpQuestion["line"]> }) {
	const t = useTranslations("reconciliation.verdicts");
	const locale = useLocale();
	return (
		<div className="mt-2 rounded-md bg-sunken px-3.5 py-3">
			<p className="num font-semibold text-lg">{moneyText(line.amount, line.currency, locale)}</p>
			<Time at={line.createdAt} as="moment" className="num text-ink-2 text-sm" />
			<p className="font-medium text-sm">{t(line.verdict)}</p>
		</div>
	);
}

/** The page must load the texts `changes` and `roles`. */
function StepUpChange({ change }: { change: ChangeRequest }) {
	const { title, rows } = useChangeText()(change);
	return (
		<div className="mt-2 grid gap-2.5 rounded-md bg-sunken px-3.5 py-3">
			<p className="wrap-anywhere font-semibold">{title}</p>
			<ChangeTable rows={rows} />
		</div>
	);
}

function StepUpMonth({ currency, month }: StepUpClosing) {
	const monthText = useMonthText();
	return (
		<p className="mt-2 rounded-md bg-sunken px-3.5 py-3 font-semibold">
			{monthText(month)} · {currency}
		</p>
	);
}

"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { MonthCloseDialog, ReopenDialog } from "#components/statements/month-close-dialog.tsx";
import { Button } from "#components/ui/button.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { Time } from "#components/ui/time.tsx";
import type { MonthClose, Statement } from "#lib/contracts/statement.ts";

const STEPS = ["propose", "confirm", "reject", "reopen"] as const;

export function MonthState({ statement, closing }: { statement: Statement; closing: MonthClose }) {
	const t = useTranslations("statements");
	const [step, setStep] = useState<(typeof STEPS)[number] | null>(null);
	const { state, may } = closing;
	const onClose = () => setStep(null);
	return (
		<section className="flex flex-wrap items-center justify-between gap-3 border-line border-y py-3 text-sm">
			<div className="grid min-w-0 gap-0.5">
				<StateText closing={closing} />
				{state === "closed" ? (
					<p className="break-all text-ink-2 text-xs">
						{t("closing_state.digest")} <code>{closing.digest}</code>
					</p>
				) : null}
			</div>
			<div className="flex flex-wrap gap-2">
				{STEPS.filter((one) => may[one]).map((one) => (
					<Button key={one} variant={one === "confirm" ? "primary" : "secondary"} onClick={() => setStep(one)}>
						{t(`act.${one}`)}
					</Button>
				))}
			</div>
			{step === "reopen" ? (
				<ReopenDialog statement={statement} closing={closing} onClose={onClose} />
			) : step ? (
				<MonthCloseDialog step={step} statement={statement} closing={closing} onClose={onClose} />
			) : null}
		</section>
	);
}

function StateText({ closing }: { closing: MonthClose }) {
	const t = useTranslations("statements.closing_state");
	const { state, proposedBy, proposedAt, confirmedBy, confirmedAt, reopening } = closing;
	if (state === "open") return <p>{t("open")}</p>;
	const at = (time: string | null) => () => (time ? <Time at={time} as="exact" /> : null);
	if (state === "proposed") return <p>{t.rich("proposed", { name: proposedBy?.name ?? "", at: at(proposedAt) })}</p>;
	const people = { first: proposedBy?.name ?? "", second: confirmedBy?.name ?? "" };
	const link = (text: ReactNode) => (
		<DeskLink href="/change-requests" className="link">
			{text}
		</DeskLink>
	);
	return (
		<>
			<p className="font-[550]">{t.rich("closed", { ...people, at: at(confirmedAt) })}</p>
			{reopening ? <p>{t.rich("reopening", { name: reopening.by.name, at: at(reopening.at), link })}</p> : null}
		</>
	);
}

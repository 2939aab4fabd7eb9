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
	// A dialog keeps what the person saw when it opened: the server refuses the step if the month was proposed anew since.
	const [open, setOpen] = useState<{ step: (typeof STEPS)[number]; statement: Statement; closing: MonthClose } | null>(
		null,
	);
	const { state, may } = closing;
	const onClose = () => setOpen(null);
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
					<Button
						key={one}
						variant={one === "confirm" ? "primary" : "secondary"}
						onClick={() => setOpen({ step: one, statement, closing })}
					>
						{t(`act.${one}`)}
					</Button>
				))}
			</div>
			{open?.step === "reopen" ? (
				<ReopenDialog {...open} onClose={onClose} />
			) : open ? (
				<MonthCloseDialog {...open} step={open.step} onClose={onClose} />
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

"use client";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { draftFaults, isAnswerLost } from "#components/payments/request-faults.ts";
import { Button } from "#components/ui/button.tsx";
import { focusFault } from "#components/ui/fields/use-fault-focus.ts";
import { LinkButton } from "#components/ui/link-button.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { ApiError } from "#lib/api.ts";

interface FormFrameProps {
	/** Returns false when a field has a fault. */
	onSubmit: () => Promise<boolean>;
	fields: ReactNode;
	summary: ReactNode;
	actions: ReactNode;
}

export function FormFrame({ onSubmit, fields, summary, actions }: FormFrameProps) {
	const form = useRef<HTMLFormElement>(null);
	const [refusals, setRefusals] = useState(0);
	/** The error thrown when the validation code could not be loaded, such as without a connection. */
	const [loadFault, setLoadFault] = useState<unknown>(null);
	// Focuses the first field with a fault, after the render that marks it.
	useEffect(() => {
		if (refusals > 0) focusFault(form.current);
	}, [refusals]);
	async function submit() {
		setLoadFault(null);
		try {
			if (!(await onSubmit())) setRefusals((count) => count + 1);
		} catch (error) {
			setLoadFault(error);
		}
	}
	return (
		<form
			ref={form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void submit();
			}}
			className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-[34px] gap-y-5 lg:grid-cols-[minmax(0,460px)_318px] lg:justify-between wide:grid-cols-[minmax(0,560px)_400px] wide:justify-start wide:gap-x-20"
		>
			<div className="grid gap-4">{fields}</div>
			<Card className="lg:row-span-2" aria-live="polite">
				{summary}
			</Card>
			<div className="grid gap-4">
				<FormProblem error={loadFault} />
				{actions}
			</div>
		</form>
	);
}

interface FormProblemProps {
	error: unknown;
	listHref?: string;
	/** A correction has no key and no stored draft: it must not be sent again unseen, and a sign-in loses its values. */
	isCorrection?: boolean;
}

export function FormProblem({ error, listHref, isCorrection = false }: FormProblemProps) {
	const t = useTranslations("payments.form");
	const errorText = useErrorText();
	if (!error || draftFaults(error).length > 0) return null;
	if (!(error instanceof ApiError)) return <Problem text={t("loadFault")} />;
	if (isAnswerLost(error))
		return isCorrection ? (
			<Problem text={t("lostChange")} href={listHref} action={t("seePayout")} />
		) : (
			<Problem text={t("lost")} />
		);
	if (error.code === "unauthenticated")
		return <Problem text={isCorrection ? errorText(error) : t("ended")} href="/sign-in" action={t("signIn")} />;
	if (error.code === "idempotency_key_reused")
		return <Problem text={t("reused")} href={listHref} action={t("seeList")} />;
	return <Problem text={errorText(error)} />;
}

function Problem({ text, href, action }: { text: string; href?: string; action?: string }) {
	return (
		<Notice tone="danger" urgent action={href ? <LinkButton href={href}>{action}</LinkButton> : null}>
			{text}
		</Notice>
	);
}

type RestoredNoteProps = { drawn: { restored: object | null; startOver: () => void } };

export function RestoredNote({ drawn: { restored, startOver } }: RestoredNoteProps) {
	const t = useTranslations("payments.form");
	if (!restored) return null;
	return (
		<p
			role="status"
			className="flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-sunken py-1 pr-1 pl-3 text-sm"
		>
			{t("kept")}
			<Button variant="ghost" size="sm" onClick={startOver} className="max-sm:-ml-2.5">
				{t("clearForm")}
			</Button>
		</p>
	);
}

"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useState } from "react";
import { FactorField } from "#components/second-factor/factor-field.tsx";
import { answerByPasskey, PasskeyDismissed } from "#components/second-factor/passkey-browser.ts";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { ApiError } from "#lib/api.ts";
import type { DemoCode, FactorQuestion, StepUpAnswer, StepUpMethod } from "#lib/contracts/second-factor.ts";

interface FactorFormProps {
	question: FactorQuestion;
	act: string | undefined;
	/** Throws when the server refuses the answer. */
	onAnswer: (answer: StepUpAnswer) => Promise<unknown>;
	/** Requests a new challenge, and in a demo a new code, in place of one that was used or has expired. Never throws. */
	onStale: () => Promise<void>;
}

/** Asks for a proof of identity ("Is it you?"): one method at a time, the strongest first. */
export function FactorForm({ question, act, onAnswer, onStale }: FactorFormProps) {
	const t = useTranslations("secondFactor");
	const errorText = useFactorErrorText();
	const [method, setMethod] = useState<StepUpMethod>(question.methods[0] ?? "password");
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<unknown>(null);
	const [typed, setTyped] = useState("");
	async function give(answer: () => Promise<StepUpAnswer> | StepUpAnswer) {
		setBusy(true);
		setError(null);
		try {
			await onAnswer(await answer());
		} catch (thrown) {
			// Gets a new challenge before the next try: an answer to the old one would be refused again.
			if (question.demo || isSpent(thrown)) await onStale();
			setError(thrown);
			setTyped("");
			setBusy(false);
		}
	}
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		// The form that opened this dialog may contain it, and must not be submitted, too.
		event.stopPropagation();
		if (busy) return;
		if (method === "passkey")
			return void give(async () => ({ method, response: await answerByPasskey(question.passkey ?? {}) }));
		void give(() => (method === "password" ? { method, password: typed } : { method, code: typed }));
	}
	return (
		<form method="post" onSubmit={submit} noValidate className="grid gap-4">
			<FaultNotice>{error ? (isOver(error) ? t("fault.over") : errorText(error)) : null}</FaultNotice>
			{question.demo && method === "totp" ? (
				<DemoAuthenticator demo={question.demo} onUse={setTyped} onStale={onStale} />
			) : null}
			{method === "passkey" ? (
				<p className="text-ink-2 text-sm">{t("passkeyHint")}</p>
			) : (
				<FactorField key={method} method={method} value={typed} onChange={setTyped} />
			)}
			<Button type="submit" variant="primary" size="lg" busy={busy}>
				{method === "passkey" ? <Icon name="key-round" /> : null}
				{act ?? t(method === "passkey" ? "usePasskey" : "confirm")}
			</Button>
			{/* Disabled while a request is under way: its failure would empty the field of a method chosen meanwhile. */}
			<fieldset disabled={busy} className="contents">
				<OtherWays
					methods={question.methods.filter((each) => each !== method)}
					onChoose={(each) => {
						setMethod(each);
						setTyped("");
						setError(null);
					}}
				/>
			</fieldset>
		</form>
	);
}

/** True if the next answer needs a new challenge, because this one may have expired or been used. */
function isSpent(error: unknown): boolean {
	if (error instanceof PasskeyDismissed) return true;
	return error instanceof ApiError && (isOver(error) || error.code === "passkey_refused");
}

function isOver(error: unknown): boolean {
	return error instanceof ApiError && error.code === "not_found";
}

function OtherWays({ methods, onChoose }: { methods: StepUpMethod[]; onChoose: (method: StepUpMethod) => void }) {
	const t = useTranslations("secondFactor.otherWay");
	if (methods.length === 0) return null;
	return (
		<div className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t pt-3">
			{methods.map((method) => (
				<Button key={method} variant="ghost" size="sm" className="-mx-2 max-sm:h-11" onClick={() => onChoose(method)}>
					{t(method)}
				</Button>
			))}
		</div>
	);
}

interface DemoAuthenticatorProps {
	demo: DemoCode;
	onUse: (code: string) => void;
	onStale: () => void;
}

/** In a demo, shows the code that an app on a phone would show. */
function DemoAuthenticator({ demo, onUse, onStale }: DemoAuthenticatorProps) {
	const t = useTranslations("secondFactor.demo");
	useEffect(() => {
		const timer = setTimeout(onStale, demo.seconds * 1_000);
		return () => clearTimeout(timer);
	}, [demo, onStale]);
	const { code } = demo;
	return (
		<section
			aria-label={t("title")}
			className="grid gap-2 rounded-md border border-warning border-dashed bg-warning-soft p-3.5"
		>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<div>
					<p className="font-medium text-warning text-xs">{t("title")}</p>
					<p aria-live="polite" className="num font-semibold text-lg tracking-[0.08em]">
						{code === null ? t("wait") : `${code.slice(0, 3)} ${code.slice(3)}`}
					</p>
				</div>
				{code === null ? null : <Button onClick={() => onUse(code)}>{t("use")}</Button>}
			</div>
			<p className="text-ink-2 text-xs">{t("why")}</p>
		</section>
	);
}

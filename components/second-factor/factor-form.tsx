"use client";
import { KeyRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { DemoAuthenticator } from "#components/second-factor/demo-authenticator.tsx";
import { FactorField } from "#components/second-factor/factor-field.tsx";
import { answerByPasskey } from "#components/second-factor/passkey-browser.ts";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import type { FactorQuestion, StepUpAnswer, StepUpMethod } from "#lib/contracts/second-factor.ts";

interface FactorFormProps {
	question: FactorQuestion;
	/** Throws what the desk says against it. */
	onAnswer: (answer: StepUpAnswer) => Promise<unknown>;
	/** The demo's code was spent or is old. */
	onStale: () => void;
}

/** "Is it you?": by what the member has, one way at a time, the strongest first. */
export function FactorForm({ question, onAnswer, onStale }: FactorFormProps) {
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
			setError(thrown);
			setTyped("");
			setBusy(false);
			if (question.demo) onStale();
		}
	}
	function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		// A dialog lies inside of whatever asked: its form is not submitted with ours.
		event.stopPropagation();
		if (busy) return;
		if (method === "passkey")
			return void give(async () => ({ method, response: await answerByPasskey(question.passkey ?? {}) }));
		void give(() => (method === "password" ? { method, password: typed } : { method, code: typed }));
	}
	return (
		<form method="post" onSubmit={submit} noValidate className="grid gap-4">
			{error ? (
				<Notice tone="danger" urgent>
					{errorText(error)}
				</Notice>
			) : null}
			{question.demo && method === "totp" ? (
				<DemoAuthenticator demo={question.demo} onUse={setTyped} onStale={onStale} />
			) : null}
			{method === "passkey" ? (
				<p className="text-ink-2 text-sm">{t("passkeyHint")}</p>
			) : (
				<FactorField key={method} method={method} value={typed} onChange={setTyped} />
			)}
			<Button type="submit" variant="primary" size="lg" busy={busy}>
				{method === "passkey" ? <KeyRound aria-hidden="true" /> : null}
				{t(method === "passkey" ? "usePasskey" : "confirm")}
			</Button>
			<OtherWays
				methods={question.methods.filter((each) => each !== method)}
				onChoose={(each) => {
					setMethod(each);
					setTyped("");
					setError(null);
				}}
			/>
		</form>
	);
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

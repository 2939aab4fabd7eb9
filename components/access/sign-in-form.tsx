"use client";
import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { SignInFault } from "#components/access/sign-in-fault.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ApiError, type ApiErrorCode } from "#lib/api.ts";
import { signIn } from "#lib/queries/session.ts";
import { typedText } from "#lib/text/typed-text.ts";

type Missing = { email?: true; password?: true };

interface SignInFormProps {
	/** A path of this site. */
	next: string;
	/** True: the member was sent here because the session ended while a page was open; the form says so. */
	ended: boolean;
}

/** Reads the inputs only on submit, so that text from a password manager or from before hydration counts. */
export function SignInForm({ next, ended }: SignInFormProps) {
	const t = useTranslations("auth");
	const [busy, setBusy] = useState(false);
	const [missing, setMissing] = useState<Missing>({});
	const [fault, setFault] = useState<ApiErrorCode | null>(null);
	const [shown, setShown] = useState(false);
	const [secondsLeft, startCountdown] = useCountdown();
	const form = useRef<HTMLFormElement>(null);

	const submit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (secondsLeft > 0) return;
		const fields = new FormData(event.currentTarget);
		const [email, password] = [typedText(String(fields.get("email") ?? "")), String(fields.get("password") ?? "")];
		const gaps: Missing = { ...(email.includes("@") ? {} : { email: true }), ...(password ? {} : { password: true }) };
		setMissing(gaps);
		setFault(null);
		if (gaps.email || gaps.password) return focusOn(form.current, gaps.email ? "email" : "password");
		setBusy(true);
		try {
			await signIn({ email, password });
			// Forces a full page load, so that the server renders the frame for the member.
			location.assign(next);
		} catch (error) {
			setBusy(false);
			const refusal = error instanceof ApiError ? error : new ApiError("internal", 0);
			setFault(refusal.code);
			if (refusal.retryAfterSeconds) startCountdown(refusal.retryAfterSeconds);
			focusOn(form.current, "password");
		}
	};

	return (
		<Card>
			<form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
				{fault ? <SignInFault fault={fault} secondsLeft={secondsLeft} /> : null}
				{ended && !fault ? <Notice tone="warning">{t("ended")}</Notice> : null}
				<Field label={t("email")} error={missing.email ? t("emailNeeded") : undefined}>
					<TextInput
						name="email"
						type="email"
						autoComplete="username"
						autoCapitalize="none"
						spellCheck={false}
						autoFocus
					/>
				</Field>
				<Field label={t("password")} error={missing.password ? t("passwordNeeded") : undefined}>
					<TextInput
						name="password"
						type={shown ? "text" : "password"}
						autoComplete="current-password"
						trailing={<ShowButton shown={shown} onToggle={() => setShown(!shown)} />}
					/>
				</Field>
				<ReadyButton
					type="submit"
					variant="primary"
					size="lg"
					className="disabled:opacity-100"
					busy={busy}
					aria-disabled={secondsLeft > 0 || undefined}
				>
					{busy ? t("submitting") : t("submit")}
				</ReadyButton>
				<p className="text-balance text-center text-ink-2 text-xs">{t("forgotten")}</p>
			</form>
		</Card>
	);
}

function ShowButton({ shown, onToggle }: { shown: boolean; onToggle: () => void }) {
	const t = useTranslations("auth");
	return (
		<button
			type="button"
			aria-pressed={shown}
			aria-label={t("showPassword")}
			onClick={onToggle}
			className="-mr-1.5 grid size-7 place-items-center rounded-sm hover:bg-neutral-soft"
		>
			<Icon name={shown ? "eye-off" : "eye"} className="size-4" />
		</button>
	);
}

function focusOn(form: HTMLFormElement | null, name: string): void {
	const input = form?.elements.namedItem(name);
	if (input instanceof HTMLElement) input.focus();
}

/** Whole seconds until the end, updated each second; 0 when it is over or has not started. */
function useCountdown(): [secondsLeft: number, start: (seconds: number) => void] {
	const [endsAt, setEndsAt] = useState(0);
	const [now, setNow] = useState(0);
	const left = Math.max(0, Math.ceil((endsAt - now) / 1_000));
	useEffect(() => {
		if (left === 0) return;
		const timer = setTimeout(() => setNow(Date.now()), 1_000);
		return () => clearTimeout(timer);
	});
	const start = (seconds: number) => {
		setNow(Date.now());
		setEndsAt(Date.now() + seconds * 1_000);
	};
	return [left, start];
}

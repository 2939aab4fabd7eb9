"use client";
/** Looks up a reference at the service. An invalid one is rejected here, without a request. */
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useRef, useState, useTransition } from "react";
import { Field } from "#components/ui/fields/field.tsx";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { TextInput } from "#components/ui/fields/text-input.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { isReference } from "#lib/paths.ts";
import { typedText } from "#lib/text/typed-text.ts";

/** `initial` is untrusted text from the address; it is shown as plain text. */
export function LookUpForm({ initial = "" }: { initial?: string }) {
	const t = useTranslations("transactions");
	const router = useRouter();
	const input = useRef<HTMLInputElement>(null);
	const [text, setText] = useState(initial);
	const [fault, setFault] = useState<"needed" | "notAReference" | null>(null);
	const [leaving, startLeaving] = useTransition();
	const lookUp = (event: FormEvent) => {
		event.preventDefault();
		const reference = typedText(text);
		if (!isReference(reference)) {
			setFault(reference ? "notAReference" : "needed");
			return input.current?.focus();
		}
		setFault(null);
		startLeaving(() => router.push(`/transactions/${encodeURIComponent(reference)}`));
	};
	return (
		<search aria-label={t("lookUp")}>
			<form noValidate onSubmit={lookUp} className="max-w-[34rem]">
				<Field label={t("reference")} hint={t("referenceHint")} error={fault ? t(fault) : undefined}>
					<div className="flex gap-2">
						<TextInput
							ref={input}
							name="reference"
							autoFocus
							className="code text-[0.9375rem]! sm:text-sm!"
							autoComplete="off"
							autoCapitalize="none"
							autoCorrect="off"
							spellCheck={false}
							enterKeyHint="search"
							maxLength={512}
							value={text}
							onChange={(event) => setText(event.target.value)}
						/>
						<ReadyButton type="submit" variant="primary" busy={leaving} className="h-[38px] disabled:opacity-100">
							<Icon name="search" />
							{leaving ? t("lookingUp") : t("lookUp")}
						</ReadyButton>
					</div>
				</Field>
			</form>
		</search>
	);
}

// Enough to recognise the pasted text, too little to fill the page.
const SHOWN = 200;

/** Shows the text of an address that has no valid reference, as plain text and without asking the service. */
export function NotAReference({ text }: { text: string }) {
	const t = useTranslations("transactions");
	const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
	return (
		<>
			<PageHeader back={{ href: "/transactions", label: t("back") }} title={t("invalidTitle")} />
			<Notice tone="warning" className="mb-7">
				<bdi className="code break-all font-semibold">{shown}</bdi>
				<br />
				{t("notAReference")}
			</Notice>
			<LookUpForm />
		</>
	);
}

"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { buttonClass } from "#components/ui/button-class.ts";
import { Icon } from "#components/ui/icon.tsx";
import { toast } from "#components/ui/toast.tsx";

const CONFIRMED_MS = 2_000;

/** Rejects when nothing was copied: a page without HTTPS has no clipboard, and a browser may refuse it. */
export function copyText(text: string): Promise<void> {
	return navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
}

interface CopyButtonProps {
	/** The plain value: no spacing, no unit. */
	value: string;
	/** Names the copied thing after "Copy", for screen readers when only the icon is visible. */
	what: string;
	label?: string;
}

export function CopyButton({ value, what, label }: CopyButtonProps) {
	const t = useTranslations("common");
	const [copied, setCopied] = useState(false);
	useEffect(() => {
		if (!copied) return;
		const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
		return () => clearTimeout(timer);
	}, [copied]);
	const icon = copied ? "check" : "copy";
	const copy = () =>
		void copyText(value).then(
			() => setCopied(true),
			() => toast(t("copyFailed"), "danger"),
		);
	const shown = copied ? t("copied") : (label ?? t("copyOf", { what }));
	if (label) {
		return (
			<Button onClick={copy} aria-label={copied ? t("copied") : `${label} (${what})`}>
				<Icon name={icon} />
				{shown}
			</Button>
		);
	}
	return (
		<button
			type="button"
			onClick={copy}
			aria-label={shown}
			title={shown}
			className={buttonClass("ghost", "icon", "size-7! align-middle [&_.icon]:size-3.5!")}
		>
			<Icon name={icon} className={copied ? "text-positive" : undefined} />
		</button>
	);
}

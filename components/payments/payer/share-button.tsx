"use client";
import { Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";

interface ShareButtonProps {
	url: string;
	title: string;
	text: string;
}

/** The device's own way of sending on; where it has none, the message is copied, ready to paste. */
export function ShareButton({ url, title, text }: ShareButtonProps) {
	const t = useTranslations("deposits.link");
	async function share() {
		try {
			if (typeof navigator.share === "function") return await navigator.share({ url, title, text });
			await navigator.clipboard.writeText(`${text} ${url}`);
			toast(t("messageCopied"));
		} catch {
			// Closed without choosing, or copying is forbidden: the link still stands above as text.
		}
	}
	return (
		<Button variant="primary" onClick={() => void share()}>
			<Share2 aria-hidden="true" />
			{t("share")}
		</Button>
	);
}

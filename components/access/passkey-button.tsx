"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ReadyButton } from "#components/ui/fields/ready-button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { ApiError } from "#lib/api.ts";
import { askPasskeySignIn, signInByPasskey } from "#lib/queries/second-factor.ts";

export function PasskeyButton({ next }: { next: string }) {
	const t = useTranslations("auth");
	const errors = useTranslations("errors");
	const [busy, setBusy] = useState(false);
	const [fault, setFault] = useState<string | null>(null);
	const signIn = async () => {
		setBusy(true);
		setFault(null);
		try {
			const options = await askPasskeySignIn();
			const { startAuthentication } = await import("@simplewebauthn/browser");
			await signInByPasskey(await startAuthentication({ optionsJSON: options as never }));
			location.assign(next);
		} catch (error) {
			setBusy(false);
			setFault(error instanceof ApiError ? errors(error.code) : t("passkeyDismissed"));
		}
	};
	return (
		<div className="grid gap-3">
			<ReadyButton size="lg" busy={busy} onClick={() => void signIn()}>
				<Icon name="key-round" />
				{t("passkey")}
			</ReadyButton>
			<FaultNotice>{fault}</FaultNotice>
		</div>
	);
}

"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NewPasskey } from "#components/second-factor/new-passkey.tsx";
import { NewTotp } from "#components/second-factor/new-totp.tsx";
import { RecoveryCodes } from "#components/second-factor/recovery-codes.tsx";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { toast } from "#components/ui/toast.tsx";
import { type Enrolment, renewRecoveryCodes, secondFactorQueries } from "#lib/queries/second-factor.ts";

export type FactorDialogKind = "passkey" | "totp" | "codes";

export function FactorDialog({ kind, onClose }: { kind: FactorDialogKind; onClose: () => void }) {
	const t = useTranslations("secondFactor.own");
	const client = useQueryClient();
	const [codes, setCodes] = useState<readonly string[] | null>(null);
	const changed = () => void client.invalidateQueries({ queryKey: secondFactorQueries.own().queryKey });
	const onAdded = ({ recoveryCodes }: Enrolment) => {
		changed();
		toast(t("added"));
		if (recoveryCodes) setCodes(recoveryCodes);
		else onClose();
	};
	return (
		<Dialog open onClose={onClose} title={t(`dialog.${kind}`)}>
			{codes ? <RecoveryCodes codes={codes} onKept={onClose} /> : null}
			{!codes && kind === "passkey" ? <NewPasskey onAdded={onAdded} /> : null}
			{!codes && kind === "totp" ? <NewTotp onAdded={onAdded} /> : null}
			{!codes && kind === "codes" ? (
				<NewCodes
					onMade={(made) => {
						changed();
						setCodes(made);
					}}
				/>
			) : null}
		</Dialog>
	);
}

function NewCodes({ onMade }: { onMade: (codes: readonly string[]) => void }) {
	const t = useTranslations("secondFactor.own");
	const errorText = useFactorErrorText();
	const renew = useMutation({
		mutationFn: renewRecoveryCodes,
		onSuccess: ({ recoveryCodes }) => onMade(recoveryCodes),
	});
	return (
		<div className="grid justify-items-start gap-4">
			<p className="text-ink-2 text-sm">{t("newCodesWhy")}</p>
			{renew.isError ? (
				<Notice tone="danger" urgent>
					{errorText(renew.error)}
				</Notice>
			) : null}
			<Button variant="primary" busy={renew.isPending} onClick={() => renew.mutate()}>
				{t("newCodes")}
			</Button>
		</div>
	);
}

"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { NewPasskey } from "#components/second-factor/new-passkey.tsx";
import { NewTotp } from "#components/second-factor/new-totp.tsx";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { FaultNotice } from "#components/ui/page/fault-notice.tsx";
import { toast } from "#components/ui/toast.tsx";
import { type Enrolment, renewRecoveryCodes, secondFactorQueries } from "#lib/queries/second-factor.ts";

export type FactorDialogKind = "passkey" | "totp" | "replacement" | "codes";

interface FactorDialogProps {
	kind: FactorDialogKind;
	/** Receives new recovery codes. They are shown once, so not in this dialog, which Escape closes. */
	onCodes: (codes: readonly string[]) => void;
	onClose: () => void;
}

export function FactorDialog({ kind, onCodes, onClose }: FactorDialogProps) {
	const t = useTranslations("secondFactor.own");
	const client = useQueryClient();
	const finish = ({ recoveryCodes }: Enrolment) => {
		void client.invalidateQueries({ queryKey: secondFactorQueries.own().queryKey });
		if (kind !== "codes") toast(t(kind === "replacement" ? "replaced" : "added"));
		if (recoveryCodes) onCodes(recoveryCodes);
		onClose();
	};
	return (
		<Dialog onClose={onClose} title={t(`dialog.${kind}`)}>
			{kind === "passkey" ? <NewPasskey onAdded={finish} /> : null}
			{kind === "replacement" ? <p className="mb-4 text-ink-2 text-sm">{t("replaceWhy")}</p> : null}
			{kind === "totp" || kind === "replacement" ? <NewTotp onAdded={finish} /> : null}
			{kind === "codes" ? <NewCodes onMade={finish} /> : null}
		</Dialog>
	);
}

function NewCodes({ onMade }: { onMade: (made: Enrolment) => void }) {
	const t = useTranslations("secondFactor.own");
	const errorText = useFactorErrorText();
	const renew = useMutation({ mutationFn: renewRecoveryCodes, onSuccess: onMade });
	return (
		<div className="grid justify-items-start gap-4">
			<p className="text-ink-2 text-sm">{t("newCodesWhy")}</p>
			<FaultNotice>{renew.isError ? errorText(renew.error) : null}</FaultNotice>
			<Button variant="primary" busy={renew.isPending} onClick={() => renew.mutate()}>
				{t("newCodes")}
			</Button>
		</div>
	);
}

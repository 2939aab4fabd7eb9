"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { NewPasskey } from "#components/second-factor/new-passkey.tsx";
import { NewTotp } from "#components/second-factor/new-totp.tsx";
import { RecoveryCodes } from "#components/second-factor/recovery-codes.tsx";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { toast } from "#components/ui/toast.tsx";
import { type Enrolment, renewRecoveryCodes, secondFactorQueries } from "#lib/queries/second-factor.ts";

export type FactorDialogKind = "passkey" | "totp" | "codes";

/** Adds a factor of one's own, or makes new recovery codes; codes are shown before it closes. */
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
	const errorText = useFactorErrorText();
	const [error, setError] = useState<unknown>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: made once, when the dialog opens.
	useEffect(() => void renewRecoveryCodes().then(({ recoveryCodes }) => onMade(recoveryCodes), setError), []);
	return error ? (
		<Notice tone="danger" urgent>
			{errorText(error)}
		</Notice>
	) : (
		<Skeleton className="h-40" />
	);
}

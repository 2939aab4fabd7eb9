"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/fields/field.tsx";
import { Textarea } from "#components/ui/fields/textarea.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import type { WitnessedWallet } from "#lib/contracts/wallet-witness.ts";
import { ERROR_CODES, type ErrorCode } from "#lib/error-codes.ts";
import { answerWallet } from "#lib/queries/wallet-witness.ts";
/** A wallet that must be read before a payout leaves, and cannot be: it is tried again by itself; an admin may go on without. */
import { typedText } from "#lib/typed-text.ts";
import { SHORTEST_WITNESS_REASON } from "#lib/wallet-answers.ts";

export function UnreadWallet({ wallet, mayManage }: { wallet: WitnessedWallet; mayManage: boolean }) {
	const t = useTranslations("settings.witness");
	const errors = useTranslations("errors");
	const [isAsking, setAsking] = useState(false);
	const { currency, detectedAt, fault } = wallet;
	const code: ErrorCode = fault !== null && Object.hasOwn(ERROR_CODES, fault) ? (fault as ErrorCode) : "internal";
	return (
		<div className="mb-6">
			<Notice
				tone="warning"
				title={t.rich("waitTitle", { currency, at: () => <Time at={detectedAt} as="asOf" /> })}
				action={mayManage ? <Button onClick={() => setAsking(true)}>{t("goOn")}</Button> : null}
			>
				{fault === null ? t("wait") : t("waitFault", { fault: errors(code) })}
			</Notice>
			{isAsking ? <GoOnDialog currency={currency} onClose={() => setAsking(false)} /> : null}
		</div>
	);
}

function GoOnDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
	const t = useTranslations("settings.witness");
	const common = useTranslations("common");
	const errorText = useErrorText();
	const client = useQueryClient();
	const [reason, setReason] = useState("");
	const [fault, setFault] = useState<string | null>(null);
	const goOn = useMutation({
		mutationFn: answerWallet,
		onSuccess: async () => {
			toast(t("done"));
			onClose();
			await client.invalidateQueries();
		},
		onError: (error) => setFault(errorText(error)),
	});
	const act = () => {
		if (typedText(reason).length < SHORTEST_WITNESS_REASON) return setFault(t("reasonNeeded"));
		setFault(null);
		goOn.mutate({ currency, seen: null, answers: [], reason });
	};
	return (
		<Dialog
			open
			onClose={onClose}
			title={t("goOnTitle")}
			actions={
				<>
					<Button variant="primary" busy={goOn.isPending} onClick={act}>
						{t("goOn")}
					</Button>
					<Button onClick={onClose}>{common("cancel")}</Button>
				</>
			}
		>
			<span className="mb-3 block">{t("goOnBody")}</span>
			<Field label={t("reason")} hint={t("reasonHint")} error={fault}>
				<Textarea value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
			</Field>
		</Dialog>
	);
}

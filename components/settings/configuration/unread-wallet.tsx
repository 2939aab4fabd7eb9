"use client";
/** A wallet that must be read before a payout leaves, and cannot be: it is tried again by itself; an admin may go on without. */
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { WitnessedWallet } from "#lib/contracts/wallet-witness.ts";
import { ERROR_CODES, type ErrorCode } from "#lib/error-codes.ts";
import { answerWallet } from "#lib/queries/wallet-witness.ts";

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
	return (
		<ReasonDialog
			texts={{
				title: t("goOnTitle"),
				body: t("goOnBody"),
				act: t("goOn"),
				reason: t("reason"),
				hint: t("reasonHint"),
				needed: t("reasonNeeded"),
			}}
			act={(reason) => answerWallet({ currency, seen: null, answers: [], reason })}
			onDone={() => toast(t("done"))}
			onClose={onClose}
		/>
	);
}

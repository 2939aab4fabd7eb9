"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useErrorText } from "#components/ui/use-error-text.ts";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import { ApiError } from "#lib/api.ts";
import type { OrphanAnswer, OrphanResolutionRequest } from "#lib/contracts/orphan-answer.ts";
import { awaitsReference } from "#lib/payment-state.ts";
import { resolveOrphanAnswer } from "#lib/queries/imported-transactions.ts";

export function AnswerActions({ answer: { id, reference, payment } }: { answer: OrphanAnswer }) {
	const t = useTranslations("imports.answers");
	const errorText = useErrorText();
	const faults = useTranslations("faults");
	const saying = (error: Error) => {
		const fault = error instanceof ApiError ? error.fields.reference : undefined;
		return fault !== undefined && faults.has(fault) ? faults(fault) : errorText(error);
	};
	const [isDismissing, setDismissing] = useState(false);
	const resolve = useRefetchingMutation({
		mutationFn: (request: OrphanResolutionRequest) => resolveOrphanAnswer({ id, request }),
		onSuccess: (_nothing, { action }) => toast(t(`done.${action}`)),
	});
	return (
		<div className="mt-3 flex flex-wrap items-center gap-2">
			{reference && payment && awaitsReference(payment.state) ? (
				<Button
					variant="primary"
					busy={resolve.isPending}
					onClick={() =>
						resolve.mutate({ action: "attach", kind: payment.kind, paymentId: payment.id, version: payment.version })
					}
				>
					{t("attach")}
				</Button>
			) : null}
			{reference ? (
				<Button busy={resolve.isPending} onClick={() => resolve.mutate({ action: "import" })}>
					{t("import")}
				</Button>
			) : null}
			<Button onClick={() => setDismissing(true)}>{t("dismiss")}</Button>
			{resolve.error ? (
				<p role="alert" className="basis-full text-danger text-xs">
					{saying(resolve.error)}
				</p>
			) : null}
			{isDismissing ? <DismissAnswer id={id} onClose={() => setDismissing(false)} /> : null}
		</div>
	);
}

/** Dismisses an orphan answer whose origin a person has found. The answer leaves the list; the audit log records the dismissal. */
function DismissAnswer({ id, onClose }: { id: string; onClose: () => void }) {
	const t = useTranslations("imports.answers");
	return (
		<ReasonDialog
			texts={{
				title: t("dismissTitle"),
				body: t("dismissBody"),
				act: t("dismissAct"),
				reason: t("reason"),
				hint: t("reasonHint"),
			}}
			onDone={() => toast(t("done.dismiss"))}
			act={(reason) => resolveOrphanAnswer({ id, request: { action: "dismiss", reason } })}
			onClose={onClose}
		/>
	);
}

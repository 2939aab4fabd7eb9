"use client";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ChangeTable } from "#components/change-requests/change-table.tsx";
import { useChangeText } from "#components/change-requests/use-change-text.ts";
import { Button } from "#components/ui/button.tsx";
import { FormDialog } from "#components/ui/dialog/form-dialog.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import type { ChangeDecision, ChangeRequest } from "#lib/contracts/change-request.ts";
import { decideChange } from "#lib/queries/change-requests.ts";
import type { ChangeRow } from "#lib/text/change-text.ts";

export function ChangeCards({ requests }: { requests: readonly ChangeRequest[] }) {
	return (
		<ul data-wide className="grid gap-3 wide:grid-cols-2">
			{requests.map((request) => (
				<li key={request.id}>
					<ChangeCard request={request} />
				</li>
			))}
		</ul>
	);
}

function ChangeCard({ request }: { request: ChangeRequest }) {
	const t = useTranslations("changes");
	const textOf = useChangeText();
	const [decision, setDecision] = useState<ChangeDecision | null>(null);
	const titleId = useId();
	const { title, rows, asker } = textOf(request);
	const { askedAt, effectiveAt, expiresAt, may, note } = request;
	const asked = { name: asker, at: () => <Time at={askedAt} as="asOf" className="tabular-nums" /> };
	return (
		<Card aria-labelledby={titleId} className="flex h-full flex-col gap-4">
			<div>
				<h3 id={titleId} className="wrap-anywhere font-semibold text-md">
					{title}
				</h3>
				<p className="text-ink-2 text-xs">{t.rich(may.withdraw ? "askedByYou" : "askedBy", asked)}</p>
			</div>
			<ChangeTable rows={rows} />
			<Origin request={request} />
			{note ? <p className="wrap-anywhere border-line border-l-[3px] pl-3 text-ink-2 text-sm">{note}</p> : null}
			<div className="mt-auto grid gap-3">
				<p className="text-ink-2 text-xs">
					{t.rich(effectiveAt ? "takesEffect" : "waitsUntil", {
						at: () => (
							<Time
								at={effectiveAt ?? expiresAt}
								as="momentShort"
								className="in-sentence font-[560] text-ink tabular-nums"
							/>
						),
					})}
				</p>
				<div className="flex flex-wrap gap-2 empty:hidden max-sm:*:h-11 max-sm:*:grow">
					{may.confirm ? (
						<Button variant="primary" onClick={() => setDecision("confirm")} aria-label={t("confirmOf", { title })}>
							{t("confirm")}
						</Button>
					) : null}
					{may.refuse ? (
						<Button onClick={() => setDecision("refuse")} aria-label={t("refuseOf", { title })}>
							{t("refuse")}
						</Button>
					) : null}
					{may.withdraw ? (
						<Button onClick={() => setDecision("withdraw")} aria-label={t("withdrawOf", { title })}>
							{t("withdraw")}
						</Button>
					) : null}
				</div>
			</div>
			{decision ? (
				<DecideDialog
					request={request}
					{...{ title, rows, asker }}
					decision={decision}
					onClose={() => setDecision(null)}
				/>
			) : null}
		</Card>
	);
}

/** Shows the source of a role that no admin assigned manually. */
function Origin({ request: { byProvider, byInvitation, memberName } }: { request: ChangeRequest }) {
	const t = useTranslations("changes");
	const name = memberName ?? "";
	return (
		<>
			{byProvider ? <p className="text-sm">{t("byProvider", { name })}</p> : null}
			{byInvitation ? <p className="text-sm">{t("byInvitation", { name })}</p> : null}
		</>
	);
}

interface DecideDialogProps {
	request: ChangeRequest;
	title: string;
	rows: readonly ChangeRow[];
	asker: string;
	decision: ChangeDecision;
	onClose: () => void;
}

function DecideDialog({ request, title, rows, asker, decision, onClose }: DecideDialogProps) {
	const t = useTranslations("changes");
	const decide = useRefetchingMutation({
		mutationFn: () => decideChange({ id: request.id, decision }),
		onSuccess: ({ state }) => {
			toast(t(state === "void" ? "done.void" : `done.${decision}`, { title }));
			onClose();
		},
	});
	return (
		<FormDialog
			title={t(`ask.${decision}`)}
			action={t(decision)}
			mutation={decide}
			onSubmit={() => decide.mutate()}
			onClose={onClose}
		>
			<p className="wrap-anywhere font-[560]">{title}</p>
			<ChangeTable rows={rows} />
			<p className="text-ink-2 text-sm">{t(`why.${decision}`, { name: asker })}</p>
			{decision === "confirm" ? <Origin request={request} /> : null}
		</FormDialog>
	);
}

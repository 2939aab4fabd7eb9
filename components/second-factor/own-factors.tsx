"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { FactorDialog, type FactorDialogKind } from "#components/second-factor/factor-dialog.tsx";
import { RecoveryCodes } from "#components/second-factor/recovery-codes.tsx";
import { useFactorErrorText } from "#components/second-factor/use-factor-error-text.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { TitledCard } from "#components/ui/page/titled-card.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useRefetchingMutation } from "#components/ui/use-refetching-mutation.ts";
import type { OwnFactors as Factors } from "#lib/contracts/second-factor.ts";
import { removePasskey, removeTotp, secondFactorQueries } from "#lib/queries/second-factor.ts";

export function OwnFactors() {
	const t = useTranslations("secondFactor.own");
	const own = useQuery(secondFactorQueries.own());
	const [open, setOpen] = useState<FactorDialogKind | null>(null);
	const [codes, setCodes] = useState<readonly string[] | null>(null);
	if (codes)
		return (
			<Card className="mb-8">
				<RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
			</Card>
		);
	return (
		<TitledCard title={t("title")} className="mb-8">
			<p className="mb-3 text-ink-2 text-xs">{t(own.data?.required ? "hintRequired" : "hint")}</p>
			<ReadFault query={own} />
			{own.data ? <FactorList factors={own.data} onOpen={setOpen} /> : null}
			{open ? <FactorDialog kind={open} onCodes={setCodes} onClose={() => setOpen(null)} /> : null}
		</TitledCard>
	);
}

function FactorList({ factors, onOpen }: { factors: Factors; onOpen: (kind: FactorDialogKind) => void }) {
	const t = useTranslations("secondFactor.own");
	const { passkeys, totp, recoveryCodes, required, passkeysPossible } = factors;
	const count = passkeys.length + (totp ? 1 : 0);
	const stays = required && count === 1;
	return (
		<>
			<ul className="grid border-line border-t">
				{passkeys.map(({ id, name, lastUsedAt }) => (
					<Factor key={id} icon="key-round" name={name} kind={t("passkey")} lastUsedAt={lastUsedAt}>
						{stays ? null : <Removal name={name} remove={() => removePasskey(id)} />}
					</Factor>
				))}
				{totp ? (
					<Factor icon="smartphone" name={t("app")} lastUsedAt={totp.lastUsedAt}>
						<Button
							size="sm"
							className="max-sm:h-11"
							aria-label={t("replaceOf", { name: t("app") })}
							onClick={() => onOpen("replacement")}
						>
							{t("replace")}
						</Button>
						{stays ? null : <Removal name={t("app")} remove={removeTotp} />}
					</Factor>
				) : null}
				{count === 0 ? <li className="border-line border-b py-3 text-ink-2">{t("none")}</li> : null}
				{count > 0 ? (
					<li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b py-3">
						<span className={recoveryCodes < 3 ? "font-medium text-warning" : undefined}>
							{t("codesLeft", { count: recoveryCodes })}
						</span>
						<Button size="sm" className="max-sm:h-11" onClick={() => onOpen("codes")}>
							{t("newCodes")}
						</Button>
					</li>
				) : null}
			</ul>
			<div className="mt-3.5 flex flex-wrap gap-2 max-sm:*:h-11 max-sm:*:grow">
				{passkeysPossible ? <Button onClick={() => onOpen("passkey")}>{t("addPasskey")}</Button> : null}
				{totp ? null : <Button onClick={() => onOpen("totp")}>{t("addApp")}</Button>}
			</div>
			{stays ? <p className="mt-3 text-ink-2 text-xs">{t("lastStays")}</p> : null}
		</>
	);
}

interface FactorProps {
	icon: IconName;
	name: string;
	kind?: string;
	lastUsedAt: string | null;
	children: ReactNode;
}

function Factor({ icon, name, kind, lastUsedAt, children }: FactorProps) {
	const t = useTranslations("secondFactor.own");
	return (
		<li className="flex items-center gap-3 border-line border-b py-3">
			<Icon name={icon} className="size-4 shrink-0 text-ink-2" />
			<div className="min-w-0 flex-1">
				<p className="break-words font-[520]">{name}</p>
				<p className="text-ink-2 text-xs">
					{kind ? `${kind} · ` : null}
					{lastUsedAt
						? t.rich("lastUsed", { time: () => <Time at={lastUsedAt} as="momentShort" className="in-sentence" /> })
						: t("neverUsed")}
				</p>
			</div>
			{children}
		</li>
	);
}

function Removal({ name, remove }: { name: string; remove: () => Promise<unknown> }) {
	const t = useTranslations("secondFactor.own");
	const errorText = useFactorErrorText();
	const removal = useRefetchingMutation({
		mutationFn: remove,
		onSuccess: () => toast(t("removed", { name })),
		onError: (error) => toast(errorText(error), "danger"),
	});
	return (
		<Button
			size="sm"
			busy={removal.isPending}
			className="max-sm:h-11"
			aria-label={t("removeOf", { name })}
			onClick={() => removal.mutate()}
		>
			{t("remove")}
		</Button>
	);
}

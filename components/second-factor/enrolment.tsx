"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { NewPasskey } from "#components/second-factor/new-passkey.tsx";
import { NewTotp } from "#components/second-factor/new-totp.tsx";
import { RecoveryCodes } from "#components/second-factor/recovery-codes.tsx";
import { Button } from "#components/ui/button.tsx";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { Card } from "#components/ui/page/card.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { Enrolment as Enrolled } from "#lib/queries/second-factor.ts";

interface EnrolmentProps {
	/** A path of this site. */
	next: string;
	passkeysPossible: boolean;
}

export function Enrolment({ next, passkeysPossible }: EnrolmentProps) {
	const t = useTranslations("secondFactor.enrolment");
	const isKnown = !useHydrated() || typeof PublicKeyCredential === "function";
	const [way, setWay] = useState<"passkey" | "totp" | null>(null);
	const [codes, setCodes] = useState<readonly string[] | null>(null);
	const goOn = () => location.assign(next);
	const onAdded = ({ recoveryCodes }: Enrolled) => (recoveryCodes ? setCodes(recoveryCodes) : goOn());
	if (codes)
		return (
			<Card>
				<RecoveryCodes codes={codes} onKept={goOn} />
			</Card>
		);
	return (
		<Card className="grid gap-4">
			{way === null ? (
				<div className="grid gap-3">
					{passkeysPossible && isKnown ? (
						<Way icon="key-round" way="passkey" advised onChoose={() => setWay("passkey")} />
					) : null}
					<Way icon="smartphone" way="totp" onChoose={() => setWay("totp")} />
				</div>
			) : (
				<>
					{way === "passkey" ? <NewPasskey onAdded={onAdded} /> : <NewTotp onAdded={onAdded} />}
					<Button variant="ghost" onClick={() => setWay(null)}>
						{t("otherWay")}
					</Button>
				</>
			)}
		</Card>
	);
}

interface WayProps {
	icon: IconName;
	way: "passkey" | "totp";
	advised?: boolean;
	onChoose: () => void;
}

function Way({ icon, way, advised = false, onChoose }: WayProps) {
	const t = useTranslations("secondFactor.enrolment");
	const isReady = useHydrated();
	return (
		<button
			type="button"
			disabled={!isReady}
			onClick={onChoose}
			className="grid grid-cols-[auto_1fr] items-start gap-x-3 rounded-md border border-line-strong p-4 text-left hover:bg-neutral-soft"
		>
			<Icon name={icon} className="mt-0.5 size-5 text-accent" />
			<span className="grid gap-1">
				<span className="font-semibold">
					{t(`${way}.title`)}
					{advised ? <span className="ml-2 font-normal text-ink-2 text-xs">{t("advised")}</span> : null}
				</span>
				<span className="text-ink-2 text-sm">{t(`${way}.why`)}</span>
			</span>
		</button>
	);
}

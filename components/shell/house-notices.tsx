"use client";
/** What is wrong in the house, each in its sentence: sending stopped, a doubt, a wait, nobody at work. */
import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import type { DeskStatus } from "#lib/contracts/desk-status.ts";

export default function HouseNotices({ status }: { status: DeskStatus }) {
	const t = useTranslations("shell");
	const { sendingStoppedAt, databaseDoubt, walletWait, worker } = status;
	return (
		<>
			{sendingStoppedAt ? (
				<Notice tone="danger">
					{t.rich("sendingStopped", { time: () => <Time at={sendingStoppedAt} as="asOf" /> })}
				</Notice>
			) : null}
			{databaseDoubt ? <Doubt {...databaseDoubt} /> : null}
			{walletWait && !databaseDoubt ? <WalletWait {...walletWait} /> : null}
			{worker.alive ? null : <WorkerAway since={worker.awaySince} />}
		</>
	);
}

function Doubt({ kind, at }: NonNullable<DeskStatus["databaseDoubt"]>) {
	const t = useTranslations("shell.doubt");
	return <Notice tone="danger">{t.rich(kind, { time: () => <Time at={at} as="asOf" /> })}</Notice>;
}

function WalletWait({ since, fault }: NonNullable<DeskStatus["walletWait"]>) {
	const t = useTranslations("shell");
	return (
		<Notice tone="warning">
			{t.rich(fault === null ? "walletWait" : "walletWaitFault", { time: () => <Time at={since} as="asOf" /> })}
		</Notice>
	);
}

function WorkerAway({ since }: { since: string | null }) {
	const t = useTranslations("shell");
	return (
		<Notice tone="warning">
			{since === null
				? t("workerNeverSeen")
				: t.rich("workerAway", { time: () => <Time at={since} as="asOf" className="num" /> })}
		</Notice>
	);
}

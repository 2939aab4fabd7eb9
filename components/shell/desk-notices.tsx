"use client";
import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/page/notice.tsx";
import { Time } from "#components/ui/time.tsx";
import type { DeskStatus } from "#lib/contracts/desk-status.ts";

export default function DeskNotices({ status }: { status: DeskStatus }) {
	const t = useTranslations("shell");
	const { sendingStoppedAt, sendingStoppedBy, databaseMismatch, walletWaits, worker } = status;
	return (
		<>
			{sendingStoppedAt ? (
				<Notice tone="danger">
					{t.rich(sendingStoppedBy ? "sendingStoppedBy" : "sendingStopped", {
						...(sendingStoppedBy ?? { name: "", reason: "" }),
						time: () => <Time at={sendingStoppedAt} as="asOf" />,
					})}
				</Notice>
			) : null}
			{databaseMismatch ? <Mismatch {...databaseMismatch} /> : null}
			{databaseMismatch ? null : walletWaits.map((wait) => <WalletWait key={wait.currency} {...wait} />)}
			{worker.alive ? null : <WorkerAway since={worker.awaySince} />}
		</>
	);
}

function Mismatch({ kind, at, heals }: NonNullable<DeskStatus["databaseMismatch"]>) {
	const t = useTranslations("shell.mismatch");
	return (
		<Notice tone={heals ? "warning" : "danger"}>
			{t.rich(heals ? "moved" : kind, { time: () => <Time at={at} as="asOf" /> })}
		</Notice>
	);
}

function WalletWait({ currency, state, since, fault, readingSince }: DeskStatus["walletWaits"][number]) {
	const t = useTranslations("shell");
	const unread = readingSince === null ? "walletUnread" : "walletReading";
	const text = state === "held" ? "walletHeld" : fault === null ? unread : "walletUnreadFault";
	return (
		<Notice tone={state === "held" ? "danger" : "warning"}>
			{t.rich(text, {
				currency,
				time: () => <Time at={since} as="asOf" />,
				reading: () => <Time at={readingSince ?? since} as="asOf" />,
			})}
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

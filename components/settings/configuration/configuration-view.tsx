"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useChangeWaits } from "#components/change-requests/use-change-waits.ts";
import { useChangedToast } from "#components/change-requests/use-changed-toast.ts";
import { DatabaseMismatch } from "#components/settings/configuration/database-mismatch.tsx";
import { DifferingPrograms } from "#components/settings/configuration/differing-programs.tsx";
import { ForgottenPermits } from "#components/settings/configuration/forgotten-permits.tsx";
import { SharedWallets } from "#components/settings/configuration/shared-wallets.tsx";
import { WalletGaps } from "#components/settings/configuration/wallet-gaps.tsx";
import { Button } from "#components/ui/button.tsx";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { DeskLink } from "#components/ui/desk-link.tsx";
import { ReasonDialog } from "#components/ui/dialog/reason-dialog.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import { ReadFault } from "#components/ui/page/read-fault.tsx";
import { SectionTitle } from "#components/ui/page/section-title.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Configuration } from "#lib/contracts/configuration.ts";
import { wholeUnit } from "#lib/dates.ts";
import { configurationQueries, decideSending } from "#lib/queries/configuration.ts";
import { statusQueries } from "#lib/queries/status.ts";

export function ConfigurationView() {
	const t = useTranslations("settings");
	const query = useQuery(configurationQueries.now<Configuration>());
	return (
		<>
			<SendingStop />
			{query.data?.mismatch ? <DatabaseMismatch mismatch={query.data.mismatch} /> : null}
			{query.data ? <ForgottenPermits forgotten={query.data.forgotten} /> : null}
			<WalletGaps />
			{query.data ? <DifferingPrograms differences={query.data.differences} /> : null}
			<SharedWallets />
			<ReadFault query={query} />
			<p className="mb-6 max-w-[64ch] text-ink-2 text-sm">{t("configuration.lead")}</p>
			{query.data ? <Sections configuration={query.data} /> : null}
		</>
	);
}

function Sections({ configuration }: { configuration: Configuration }) {
	const t = useTranslations("settings.configuration");
	const locale = useLocale();
	const { service, business, policy, database, versions } = configuration;
	const changes = useTranslations("changes");
	const duration = (minutes: number) => changes("duration", wholeUnit(minutes));
	const language = new Intl.DisplayNames(locale, { type: "language" }).of(business.locale) ?? business.locale;
	return (
		<div className="grid gap-x-10 gap-y-8 md:grid-cols-2 wide:grid-cols-3">
			<Section title={t("service")}>
				<Description term={t("host")}>
					<span className="code">{service.host}</span>
				</Description>
				<Description term={t("mode")}>{service.sandbox ? t("sandbox") : t("live")}</Description>
				<Description term={t("key")}>
					<span className="code">{service.keyFingerprint}</span>
					<span className="block text-ink-2 text-xs">{t("keyWhy")}</span>
				</Description>
				<Description term={t("environment")}>
					<span className="code">{service.environment}</span>
				</Description>
			</Section>
			<Section title={t("business")}>
				<Description term={t("name")}>{business.name}</Description>
				<Description term={t("wallets")}>{business.currencies.join(", ")}</Description>
				<Description term={t("timeZone")}>{business.timeZone}</Description>
				<Description term={t("language")}>{language}</Description>
				<Description term={t("origin")}>
					<span className="code">{business.origin}</span>
				</Description>
			</Section>
			<Section title={t("policy")}>
				<Description term={t("approval")}>
					<DeskLink href="/settings/payouts" className="underline underline-offset-3">
						{t("approvalRules")}
					</DeskLink>
				</Description>
				<Description term={t("lanes")}>{t("lanesValue", { count: policy.payoutLanes })}</Description>
				<Description term={t("payoutExpiry")}>{duration(policy.payoutExpiryMinutes)}</Description>
				<Description term={t("depositExpiry")}>{duration(policy.depositExpiryMinutes)}</Description>
				<Description term={t("finalFailures")}>
					{policy.finalFailures.length > 0 ? (
						policy.finalFailures.map((status) => (
							<span key={status} className="block">
								{t.has(`statuses.${status}`) ? `${t(`statuses.${status as "failed"}`)} · ` : null}
								<span className="code">{status}</span>
							</span>
						))
					) : (
						<span className="text-ink-2">{t("finalFailuresNone")}</span>
					)}
				</Description>
			</Section>
			<Section title={t("database")}>
				<Description term={t("identified")}>{t(database.identified ? "identifiedYes" : "identifiedNo")}</Description>
				<Description term={t("replication")}>
					<span className={database.replication === "asynchronous" ? "font-semibold text-danger" : undefined}>
						{t(`replicationValue.${database.replication}`)}
					</span>
				</Description>
				<Description term={t("secondCopy")}>{t(database.secondCopy ? "secondCopyYes" : "secondCopyNo")}</Description>
				<Description term={t("backup")}>
					{database.backupAt ? <Time at={database.backupAt} as="moment" /> : t("backupNone")}
				</Description>
			</Section>
			<Section title={t("versions")}>
				<Description term="Cauri">{versions.cauri}</Description>
				<Description term="Node">{versions.node}</Description>
				<Description term="PostgreSQL">{versions.postgresql}</Description>
			</Section>
		</div>
	);
}

function Section({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section>
			<SectionTitle>{title}</SectionTitle>
			<DescriptionList className="tabular-nums sm:grid-cols-[11rem_minmax(0,1fr)]!">{children}</DescriptionList>
		</section>
	);
}

/** Shows that a person, or the service's refusal of our keys, stopped sending. One admin requests to resume, another confirms. */
function SendingStop() {
	const t = useTranslations("settings.sending");
	const toastChanged = useChangedToast();
	const status = useQuery(statusQueries.now());
	const waits = useChangeWaits("sending_resumed");
	const [isAsking, setAsking] = useState(false);
	const stoppedAt = status.data?.sendingStoppedAt;
	if (!stoppedAt) return null;
	const by = status.data?.sendingStoppedBy;
	return (
		<div className="mb-6">
			<Notice
				tone="danger"
				title={t.rich("title", { at: () => <Time at={stoppedAt} as="asOf" /> })}
				action={waits === false ? <Button onClick={() => setAsking(true)}>{t("resume")}</Button> : null}
			>
				{by ? t("bodyBy", by) : t("body")}
			</Notice>
			{isAsking ? (
				<ReasonDialog
					texts={{
						title: t("askTitle"),
						body: t("askBody"),
						act: t("resume"),
						reason: t("reason"),
						hint: t("reasonHint"),
					}}
					act={(reason) => decideSending({ decision: "resume", reason })}
					onDone={(answer) => toastChanged(answer, t("resumed"))}
					onClose={() => setAsking(false)}
				/>
			) : null}
		</div>
	);
}

"use client";
import { useTranslations } from "next-intl";
import { Description, DescriptionList } from "#components/ui/description-list.tsx";
import { Notice } from "#components/ui/page/notice.tsx";
import type { ProgramDifference } from "#lib/contracts/configuration.ts";

export function DifferingPrograms({ differences }: { differences: readonly ProgramDifference[] }) {
	const t = useTranslations("settings.differences");
	return differences.map(({ what, groups }) => (
		<div key={what} className="mb-6">
			<Notice tone={what === "version" ? "warning" : "danger"} title={t(`${what}.title`)}>
				{t(`${what}.body`)}
			</Notice>
			<DescriptionList className="mt-4 max-w-[34rem]">
				{groups.map(({ value, programs }, place) => (
					<Description key={value ?? place} term={value?.replaceAll(",", ", ") ?? t("password", { number: place + 1 })}>
						{programs.map((program) => t("program", program)).join(", ")}
					</Description>
				))}
			</DescriptionList>
		</div>
	));
}

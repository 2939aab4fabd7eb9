import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ConfigurationView } from "#components/settings/configuration-view.tsx";
import { configurationQueries } from "#lib/queries/configuration.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { may } from "#lib/roles.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readConfiguration } from "#server/settings/read-configuration.ts";

export async function generateMetadata(): Promise<Metadata> {
	const t = await getTranslations("settings");
	return { title: `${t("tabs.configuration")} · ${t("title")}` };
}

export default async function ConfigurationPage() {
	const context = await pageContext("settings.read");
	const now = { queryKey: configurationQueries.now().queryKey, read: () => readConfiguration(context) };
	return (
		<HydrationBoundary state={await prefetched([now])}>
			<ConfigurationView mayManage={may(context.member.role, "settings.manage")} />
		</HydrationBoundary>
	);
}

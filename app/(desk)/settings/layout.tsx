import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { SettingsTabs } from "#components/settings/settings-tabs.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { pageContext } from "#server/http/page-context.ts";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
	await pageContext("settings.read");
	const t = await getTranslations("settings");
	return (
		<ClientMessages namespaces={["settings", "members", "operators", "roles", "faults"]}>
			<PageHeader title={t("title")} lead={t("lead")} />
			<SettingsTabs />
			{children}
		</ClientMessages>
	);
}

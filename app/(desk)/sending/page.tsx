import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { SendObstacles } from "#components/overview/send-obstacles.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { StopSending } from "#components/shell/stop-sending.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { sendObstacleQueries } from "#lib/queries/status.ts";
import { may } from "#lib/roles.ts";
import { pageContext } from "#server/http/page-context.ts";
import { readSendObstacles } from "#server/overview/read-send-obstacles.ts";

export const generateMetadata = pageTitle("obstacles.title");

export default async function SendingPage() {
	const context = await pageContext("payment.read");
	const t = await getTranslations("obstacles");
	const obstacles = { ...sendObstacleQueries.now(), read: () => readSendObstacles(context) };
	const { role } = context.member;
	return (
		<ClientMessages namespaces={["obstacles"]}>
			<PageHeader
				title={t("title")}
				lead={t("lead")}
				back={{ href: "/", label: t("home") }}
				actions={may(role, "sending.stop") ? <StopSending /> : null}
			/>
			<Prefetched entries={[obstacles]}>
				<SendObstacles maySeeSettings={may(role, "settings.read")} mayApprove={may(role, "payout.decide")} />
			</Prefetched>
		</ClientMessages>
	);
}

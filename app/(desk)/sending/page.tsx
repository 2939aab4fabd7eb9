import { getTranslations } from "next-intl/server";
import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { SendObstacles } from "#components/overview/send-obstacles.tsx";
import { StopSending } from "#components/shell/stop-sending.tsx";
import { PageHeader } from "#components/ui/page/page-header.tsx";
import { sendObstacleQueries } from "#lib/queries/send-obstacles.ts";
import { may } from "#lib/roles.ts";
import { readSendObstacles } from "#server/overview/read-send-obstacles.ts";

export const generateMetadata = pageTitle("obstacles.title");

export default deskPage("payment.read", async (context) => {
	const t = await getTranslations("obstacles");
	const { role } = context.member;
	const actions = may(role, "sending.stop") ? <StopSending /> : null;
	return {
		texts: ["obstacles"],
		reads: [{ ...sendObstacleQueries.now(), read: () => readSendObstacles(context) }],
		page: (
			<>
				<PageHeader title={t("title")} lead={t("lead")} back={{ href: "/", label: t("home") }} actions={actions} />
				<SendObstacles maySeeSettings={may(role, "settings.read")} mayApprove={may(role, "payout.decide")} />
			</>
		),
	};
});

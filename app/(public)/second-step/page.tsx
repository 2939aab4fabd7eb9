import { getTranslations } from "next-intl/server";
import { pageTitle } from "#app/page-title.ts";
import { PublicPage } from "#app/public-page.tsx";
import { LeaveButton } from "#components/access/leave-button.tsx";
import { Enrolment } from "#components/second-factor/enrolment.tsx";
import { SecondStep } from "#components/second-factor/second-step.tsx";
import { StepUps } from "#components/second-factor/step-ups.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { localPath } from "#lib/paths.ts";
import { unfinishedContext } from "#server/http/page-context.ts";
import { relyingParty } from "#server/second-factor/relying-party.ts";

export const generateMetadata = pageTitle("secondFactor.title");

export default async function SecondStepPage({
	searchParams,
}: {
	searchParams: Promise<{ next?: string | string[] }>;
}) {
	const { next } = await searchParams;
	const path = localPath(typeof next === "string" ? next : null);
	const { context, stage } = await unfinishedContext(path);
	const t = await getTranslations("secondFactor");
	const lead = t(`${stage}.lead`, { name: context.member.name });
	return (
		<PublicPage title={t(`${stage}.title`)} lead={lead}>
			<ClientMessages namespaces={["secondFactor", "shell"]}>
				{stage === "factor" ? <SecondStep next={path} /> : null}
				{stage === "enrolment" ? (
					<Enrolment next={path} passkeysPossible={relyingParty(context.config).possible} />
				) : null}
				{stage === "enrolment" ? <StepUps /> : null}
				<LeaveButton label={t("leave")} />
			</ClientMessages>
		</PublicPage>
	);
}

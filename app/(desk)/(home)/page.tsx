import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { WeekLines } from "#components/insights/week-lines.tsx";
import { HomeHeader } from "#components/overview/home-header.tsx";
import { HomeSkeleton } from "#components/overview/home-skeleton.tsx";
import { OverviewBoard } from "#components/overview/overview-board.tsx";
import { FactorAdvice } from "#components/second-factor/factor-advice.tsx";
import { overviewQueries } from "#lib/queries/overview.ts";
import type { Context } from "#server/http/page-context.ts";
import { readWeek } from "#server/insights/read-week.ts";
import { readOverview } from "#server/overview/read-overview.ts";
import { advisesSecondFactor } from "#server/second-factor/read-policy.ts";

export const generateMetadata = pageTitle("home.title");

export default deskPage("wallet.read", home, <HomeSkeleton />);

async function home(context: Context) {
	const advises = await advisesSecondFactor(context);
	// Read beside the overview. Home is shown without the week's lines when they cannot be read.
	const weeks = readWeek(context).catch(() => []);
	return {
		texts: ["home", "movements", "states", "reconciliation.line", "reconciliation.verdicts"] as const,
		without: ["movements.incomplete", "movements.noBalance", "states.deposit"] as const,
		reads: [{ ...overviewQueries.now(), read: () => readOverview(context) }],
		page: (
			<>
				<HomeHeader member={context.member} now={context.clock.now()} />
				{advises ? <FactorAdvice /> : null}
				<OverviewBoard />
				<Week weeks={weeks} />
			</>
		),
	};
}

async function Week({ weeks }: { weeks: ReturnType<typeof readWeek> }) {
	return <WeekLines weeks={await weeks} />;
}

import { SkeletonOnNavigation } from "#app/(desk)/skeleton-on-navigation.tsx";
import { pageTitle } from "#app/page-title.ts";
import { WeekLines } from "#components/insights/week-lines.tsx";
import { HomeHeader } from "#components/overview/home-header.tsx";
import { HomeSkeleton } from "#components/overview/home-skeleton.tsx";
import { OverviewBoard } from "#components/overview/overview-board.tsx";
import { FactorAdvice } from "#components/second-factor/factor-advice.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { overviewQueries } from "#lib/queries/overview.ts";
import { type Context, pageContext } from "#server/http/page-context.ts";
import { readWeek } from "#server/insights/read-week.ts";
import { readOverview } from "#server/overview/read-overview.ts";
import { advisesSecondFactor } from "#server/second-factor/read-policy.ts";

export const generateMetadata = pageTitle("home.title");

export default async function HomePage() {
	const context = await pageContext("wallet.read");
	return (
		<SkeletonOnNavigation skeleton={<HomeSkeleton />}>
			<Home context={context} />
		</SkeletonOnNavigation>
	);
}

async function Home({ context }: { context: Context }) {
	const overview = { ...overviewQueries.now(), read: () => readOverview(context) };
	return (
		<ClientMessages
			namespaces={["home", "movements", "states", "reconciliation.line", "reconciliation.verdicts"]}
			without={["movements.incomplete", "movements.noBalance", "states.deposit"]}
		>
			<HomeHeader member={context.member} now={context.clock.now()} />
			{(await advisesSecondFactor(context)) ? <FactorAdvice /> : null}
			<Prefetched entries={[overview]}>
				<OverviewBoard />
			</Prefetched>
			<Week context={context} />
		</ClientMessages>
	);
}

/** Home is shown without the week's lines when they cannot be read. */
async function Week({ context }: { context: Context }) {
	return <WeekLines weeks={await readWeek(context).catch(() => [])} />;
}

import { HydrationBoundary } from "@tanstack/react-query";
import { SkeletonOnNavigation } from "#app/(desk)/skeleton-on-navigation.tsx";
import { pageTitle } from "#app/page-title.ts";
import { WeekLines } from "#components/insights/week-lines.tsx";
import { HomeHeader } from "#components/overview/home-header.tsx";
import { HomeSkeleton } from "#components/overview/home-skeleton.tsx";
import { OverviewBoard } from "#components/overview/overview-board.tsx";
import { FactorAdvice } from "#components/second-factor/factor-advice.tsx";
import { ClientMessages } from "#components/shell/client-messages.tsx";
import { overviewQueries } from "#lib/queries/overview.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
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
	const overview = { queryKey: overviewQueries.now().queryKey, read: () => readOverview(context) };
	// The week's lines are optional: Home is shown without them when they cannot be read.
	const weeks = readWeek(context).catch(() => []);
	const state = await prefetched([overview]);
	return (
		<ClientMessages
			namespaces={["home", "movements", "states"]}
			without={["movements.incomplete", "movements.noBalance", "states.deposit"]}
		>
			<HomeHeader member={context.member} now={context.clock.now()} />
			{(await advisesSecondFactor(context)) ? <FactorAdvice /> : null}
			<HydrationBoundary state={state}>
				<OverviewBoard />
			</HydrationBoundary>
			<WeekLines weeks={await weeks} />
		</ClientMessages>
	);
}

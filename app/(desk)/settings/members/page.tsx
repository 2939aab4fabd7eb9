import { HydrationBoundary } from "@tanstack/react-query";
import { pageTitle } from "#app/page-title.ts";
import { MembersView } from "#components/members/members-view.tsx";
import { PolicyForm } from "#components/members/policy-form.tsx";
import { invitationQueries } from "#lib/queries/invitations.ts";
import { memberQueries } from "#lib/queries/members.ts";
import { prefetched } from "#lib/queries/prefetch.ts";
import { secondFactorQueries } from "#lib/queries/second-factor.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listInvitations } from "#server/invitations/list-invitations.ts";
import { listMembers } from "#server/members/list-members.ts";
import { readSecondFactorPolicy } from "#server/second-factor/read-policy.ts";

export const generateMetadata = pageTitle("settings.tabs.members", "settings.title");

export default async function MembersPage() {
	const context = await pageContext("member.read");
	const list = { queryKey: memberQueries.list().queryKey, read: () => listMembers(context) };
	const policy = { queryKey: secondFactorQueries.policy().queryKey, read: () => readSecondFactorPolicy(context) };
	const invitations = { queryKey: invitationQueries.list().queryKey, read: () => listInvitations(context) };
	return (
		<HydrationBoundary state={await prefetched([list, invitations, policy])}>
			<MembersView viewerId={context.member.id} />
			<PolicyForm />
		</HydrationBoundary>
	);
}

import { pageTitle } from "#app/page-title.ts";
import { MembersView } from "#components/members/members-view.tsx";
import { PolicyForm } from "#components/members/policy-form.tsx";
import { Prefetched } from "#components/shell/prefetched.tsx";
import { invitationQueries } from "#lib/queries/invitations.ts";
import { memberQueries } from "#lib/queries/members.ts";
import { secondFactorQueries } from "#lib/queries/second-factor.ts";
import { pageContext } from "#server/http/page-context.ts";
import { listInvitations } from "#server/invitations/list-invitations.ts";
import { listMembers } from "#server/members/list-members.ts";
import { readSecondFactorPolicy } from "#server/second-factor/read-policy.ts";

export const generateMetadata = pageTitle("settings.tabs.members", "settings.title");

export default async function MembersPage() {
	const context = await pageContext("member.read");
	const list = { ...memberQueries.list(), read: () => listMembers(context) };
	const policy = { ...secondFactorQueries.policy(), read: () => readSecondFactorPolicy(context) };
	const invitations = { ...invitationQueries.list(), read: () => listInvitations(context) };
	return (
		<Prefetched entries={[list, invitations, policy]}>
			<MembersView viewerId={context.member.id} />
			<PolicyForm />
		</Prefetched>
	);
}

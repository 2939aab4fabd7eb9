import { deskPage } from "#app/(desk)/desk-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { MembersView } from "#components/members/members-view.tsx";
import { PolicyForm } from "#components/members/policy-form.tsx";
import { invitationQueries } from "#lib/queries/invitations.ts";
import { memberQueries } from "#lib/queries/members.ts";
import { secondFactorQueries } from "#lib/queries/second-factor.ts";
import { listInvitations } from "#server/invitations/list-invitations.ts";
import { listMembers } from "#server/members/list-members.ts";
import { readSecondFactorPolicy } from "#server/second-factor/read-policy.ts";

export const generateMetadata = pageTitle("settings.tabs.members", "settings.title");

export default deskPage("member.read", (context) => ({
	reads: [
		{ ...memberQueries.list(), read: () => listMembers(context) },
		{ ...invitationQueries.list(), read: () => listInvitations(context) },
		{ ...secondFactorQueries.policy(), read: () => readSecondFactorPolicy(context) },
	],
	page: (
		<>
			<MembersView viewerId={context.member.id} />
			<PolicyForm />
		</>
	),
}));

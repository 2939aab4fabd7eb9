import { linkPage } from "#app/(public)/link-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { InvitationForm } from "#components/access/invitation-form.tsx";

export const generateMetadata = pageTitle("invitation.title");

export default linkPage("invitation", InvitationForm, ["auth", "faults", "invitation", "roles", "shell"]);

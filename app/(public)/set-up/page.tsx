import { linkPage } from "#app/(public)/link-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { SetUpForm } from "#components/access/set-up-form.tsx";

export const generateMetadata = pageTitle("setUp.title");

/** Creates the first admin of a desk without members. */
export default linkPage("setUp", SetUpForm, ["auth", "faults", "invitation", "setUp", "shell"]);

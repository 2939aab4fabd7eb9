import { linkPage } from "#app/(public)/link-page.tsx";
import { pageTitle } from "#app/page-title.ts";
import { ObjectionForm } from "#components/access/objection-form.tsx";

export const generateMetadata = pageTitle("objection.title");

export default linkPage("objection", ObjectionForm, ["changes", "invitation", "objection", "roles"]);

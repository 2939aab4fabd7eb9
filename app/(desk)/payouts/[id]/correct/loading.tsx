import { FormSkeleton } from "#components/payments/form/form-skeleton.tsx";

export default function Loading() {
	return <FormSkeleton />;
}

import { FormSkeleton } from "#components/payments/form-skeleton.tsx";

export default function Loading() {
	return <FormSkeleton />;
}

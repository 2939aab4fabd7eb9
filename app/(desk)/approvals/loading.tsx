import { ApprovalsSkeleton } from "#components/payments/approvals-skeleton.tsx";

export default function Loading() {
	return <ApprovalsSkeleton />;
}

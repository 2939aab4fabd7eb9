import { ApprovalsSkeleton } from "#components/payments/approvals/approvals-skeleton.tsx";

export default function Loading() {
	return <ApprovalsSkeleton />;
}

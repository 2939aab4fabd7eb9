export { TransactionSkeleton as default } from "#components/transactions/transaction-skeleton.tsx";

export { DetailSkeleton as default } from "#components/ui/page/detail-skeleton.tsx";

import { Skeleton } from '@tickmark/ui/state/Skeleton.tsx'

/** Shown while a screen's code is loading. */
export function PageSkeleton() {
  return (
    <div className="px-5 pt-[52px]">
      <Skeleton shape="figure" />
      <Skeleton shape="row" count={5} />
    </div>
  )
}

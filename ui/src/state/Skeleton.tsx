import type { ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { VisuallyHidden } from '../base/VisuallyHidden.tsx'
import { useUiTexts } from '../base/uiTexts.tsx'

export type SkeletonShape = 'row' | 'ledger' | 'figure' | 'chart' | 'text'

/** The shape of the content to come, `count` times. Announces once that it is loading. */
export function Skeleton({ shape, count = 1 }: { shape: SkeletonShape; count?: number }) {
  const words = useUiTexts()
  const Shape = SHAPES[shape]
  return (
    <div role="status" className="breathe">
      <VisuallyHidden>{words.loading}</VisuallyHidden>
      {Array.from({ length: count }, (_, at) => (
        <Shape key={at} />
      ))}
    </div>
  )
}

function Bar({ className }: { className: string }) {
  return <i className={cx('block rounded-1 bg-well', className)} />
}

const SHAPES: Record<SkeletonShape, () => ReactNode> = {
  row: () => (
    <div className="flex min-h-[66px] items-center gap-3 border-b border-rule">
      <Bar className="size-[38px] rounded-full!" />
      <div className="grid flex-1 gap-1.5">
        <Bar className="h-3.5 w-14" />
        <Bar className="h-3 w-20" />
      </div>
      <div className="grid justify-items-end gap-1.5">
        <Bar className="h-3.5 w-20" />
        <Bar className="h-3 w-12" />
      </div>
    </div>
  ),
  ledger: () => (
    <div className="flex items-center justify-between border-b border-rule py-3.5">
      <Bar className="h-3.5 w-28" />
      <Bar className="h-3.5 w-20" />
    </div>
  ),
  figure: () => (
    <div className="grid gap-2.5 py-1">
      <Bar className="h-9 w-52" />
      <Bar className="h-3.5 w-32" />
    </div>
  ),
  chart: () => (
    <div className="relative h-[286px]">
      {['top-1/5', 'top-2/5', 'top-3/5', 'top-4/5'].map((top) => (
        <i key={top} className={cx('absolute inset-x-0 border-t border-dashed border-rule', top)} />
      ))}
      <svg
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        fill="none"
        aria-hidden="true"
        className="absolute inset-0 size-full stroke-rule"
      >
        <path
          d="M0 34C12 30 18 34 28 24S44 28 54 18S72 20 80 10"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </div>
  ),
  text: () => (
    <div className="grid gap-2 py-2">
      <Bar className="h-3.5 w-full" />
      <Bar className="h-3.5 w-11/12" />
      <Bar className="h-3.5 w-2/3" />
    </div>
  ),
}

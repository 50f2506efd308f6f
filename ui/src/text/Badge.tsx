import type { ReactNode } from 'react'
import { cx } from '../base/cx.ts'

export type BadgeTone = 'caution' | 'up' | 'down' | 'good' | 'wrong' | 'brand' | 'plain'

const TONES: Record<BadgeTone, string> = {
  caution: 'bg-caution-wash text-caution',
  up: 'bg-up-wash text-up',
  down: 'bg-down-wash text-down',
  good: 'bg-good-wash text-good',
  wrong: 'bg-wrong-wash text-wrong',
  brand: 'bg-brand-wash text-brand',
  plain: 'bg-well text-ink-2',
}

/** A short state beside a title: "Simulated account". `dot` adds a leading dot. */
export function Badge({
  children,
  tone = 'caution',
  dot = true,
}: {
  children: ReactNode
  tone?: BadgeTone
  dot?: boolean
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-[9px] py-1 text-12 leading-tight font-medium',
        TONES[tone],
      )}
    >
      {dot && <i aria-hidden="true" className="size-1.5 flex-none rounded-full bg-current" />}
      {children}
    </span>
  )
}

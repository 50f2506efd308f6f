import { cx } from '../base/cx.ts'

export interface ProgressProps {
  /** Accessible name. */
  label: string
  /** 0 to 1. */
  share: number
  tone?: 'ink' | 'brand' | 'up'
  thin?: boolean
}

const TONES = { ink: 'bg-ink', brand: 'bg-brand', up: 'bg-up' }

/** A progress bar that fills in reading direction. */
export function Progress({ label, share, tone = 'ink', thin = false }: ProgressProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 1_000) / 10
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className={cx('overflow-hidden rounded-full bg-well', thin ? 'h-1' : 'h-1.5')}
    >
      {/* A transform instead of a width: a width that changes every second would cause a layout at each frame. */}
      <div
        className={cx(
          'h-full rounded-full transition-[translate] duration-320 ease-out [--back:-1] rtl:[--back:1]',
          TONES[tone],
        )}
        style={{ translate: `calc(var(--back) * ${Math.round((100 - percent) * 10) / 10}%)` }}
      />
    </div>
  )
}

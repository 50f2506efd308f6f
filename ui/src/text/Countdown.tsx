import { useEffect, useRef } from 'react'
import { clockText } from './clockText.ts'
import { cx } from '../base/cx.ts'
import { useSecondsLeft } from './useSecondsLeft.ts'

export interface CountdownProps {
  /** Server time at zero, in ms. */
  untilMs: number
  /** Current server time in ms; pass the same function on every render. */
  now: () => number
  /** The number of seconds it starts at; it shows this number while more are left. */
  most?: number
  /** Called once when it reaches zero. */
  onEnd?: () => void
  size?: 'large' | 'small'
  /** Accessible name: "Time left". */
  label: string
}

/** Counts down to a moment as hh:mm:ss. Screen readers do not announce a timer: announce the result instead. */
export function Countdown({ untilMs, now, most, onEnd, size = 'large', label }: CountdownProps) {
  const left = useSecondsLeft(untilMs, now, most)
  const ended = useRef<number | null>(null)

  useEffect(() => {
    if (left > 0 || ended.current === untilMs) return
    ended.current = untilMs
    onEnd?.()
  }, [left, untilMs, onEnd])

  return (
    <span
      role="timer"
      aria-label={label}
      dir="ltr"
      className={cx(
        'inline-block',
        size === 'large' ? 'text-countdown font-medium tracking-[-0.03em]' : 'text-13 font-medium',
      )}
    >
      {clockText(left)}
    </span>
  )
}

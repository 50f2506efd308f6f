import { Fragment, type ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { Icon } from '../base/Icon.tsx'

export interface TimelineStep {
  key: string
  state: 'done' | 'now' | 'later' | 'failed'
  title: ReactNode
  detail?: ReactNode
  /** At the end of the line: a time, a sum. */
  aside?: ReactNode
  /** Text in the circle of the current step: "7". */
  mark?: ReactNode
}

/** The mark for now in the line: "Today", before the step with this key; at the end without one. */
export interface TimelineMark {
  before: string | null
  label: ReactNode
}

/**
 * Steps in order of time: a deposit, a withdrawal, a loan's instalments. `stateWords` names each state for screen
 * readers.
 */
export function Timeline({
  label,
  steps,
  stateWords,
  mark,
}: {
  label: string
  steps: readonly TimelineStep[]
  stateWords: Record<TimelineStep['state'], string>
  mark?: TimelineMark
}) {
  return (
    <ol aria-label={label}>
      {steps.map((step, at) => (
        <Fragment key={step.key}>
          {mark?.before === step.key && <Mark label={mark.label} isLast={false} />}
          <li
            aria-current={step.state === 'now' ? 'step' : undefined}
            className={cx(
              'relative grid grid-cols-[1.375rem_1fr_auto] items-start gap-3 pb-3.5 text-13',
              (at < steps.length - 1 || mark?.before === null) && LINE,
            )}
          >
            <span
              className={cx(
                'grid size-[1.375rem] place-items-center rounded-full border-[1.5px] text-11 leading-none',
                CIRCLES[step.state],
              )}
            >
              <span className="sr-only">{stateWords[step.state]}</span>
              {step.state === 'done' ? (
                <Icon name="check" size={13} />
              ) : step.state === 'failed' ? (
                <Icon name="close" size={13} />
              ) : (
                step.mark
              )}
            </span>
            <span className={cx('min-w-min', step.state === 'later' && 'text-ink-3')}>
              {step.title}
              {step.detail && <span className="block text-12 text-ink-2">{step.detail}</span>}
            </span>
            <span className="text-end text-12 text-ink-2">
              <bdi>{step.aside}</bdi>
            </span>
          </li>
        </Fragment>
      ))}
      {mark?.before === null && <Mark label={mark.label} isLast />}
    </ol>
  )
}

const LINE =
  'before:absolute before:start-[0.64rem] before:top-[1.5rem] before:-bottom-0.5 before:w-[1.5px] before:bg-rule'

function Mark({ label, isLast }: { label: ReactNode; isLast: boolean }) {
  return (
    <li
      aria-current="date"
      className={cx('relative grid grid-cols-[1.375rem_1fr] items-center gap-3 pb-3.5', !isLast && LINE)}
    >
      <i aria-hidden="true" className="size-2.5 justify-self-center rounded-full bg-brand" />
      <span className="flex items-center gap-3 text-12 font-medium text-brand after:h-px after:flex-1 after:bg-brand">
        {label}
      </span>
    </li>
  )
}

const CIRCLES: Record<TimelineStep['state'], string> = {
  done: 'border-ink bg-ink text-ground',
  now: 'border-brand bg-sheet text-brand',
  later: 'border-rule bg-sheet',
  failed: 'border-wrong bg-wrong text-ground',
}

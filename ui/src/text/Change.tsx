import { Arrow } from '../base/Arrow.tsx'
import { cx } from '../base/cx.ts'
import { VisuallyHidden } from '../base/VisuallyHidden.tsx'

export interface ChangeProps {
  /** Only its sign is used: above zero is up. */
  value: bigint | number
  /** The formatted change without a sign: "1.84%" or "1,218.40 (1.84%)". */
  text: string
  /** `sign` writes + or −; `arrow` shows ▲ or ▼ and adds the sign for screen readers. */
  mark?: 'sign' | 'arrow'
  className?: string
}

/** A change of price, shown by colour, shape and sign. */
export function Change({ value, text, mark = 'sign', className }: ChangeProps) {
  const way = value > 0 ? 'up' : value < 0 ? 'down' : 'flat'
  const { sign, tone } = LOOKS[way]
  return (
    <bdi dir="ltr" className={cx('inline-block justify-self-start font-medium', tone, className)}>
      {mark === 'sign'
        ? sign
        : way !== 'flat' && (
            <>
              <Arrow way={way} /> <VisuallyHidden>{sign}</VisuallyHidden>
            </>
          )}
      {text}
    </bdi>
  )
}

const LOOKS = {
  up: { sign: '+', tone: 'text-up' },
  down: { sign: '−', tone: 'text-down' },
  flat: { sign: '', tone: 'text-ink-2' },
}

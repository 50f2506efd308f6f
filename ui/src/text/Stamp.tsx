import type { ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { Icon } from '../base/Icon.tsx'

export interface StampProps {
  /** `open`: nothing is wrong, but something could not be shown. */
  tone: 'checked' | 'checking' | 'open' | 'wrong'
  /** "Checked on this phone". */
  title: ReactNode
  detail?: ReactNode
}

const LOOKS = {
  checked: { frame: 'bg-good-wash text-good', icon: 'check' },
  checking: { frame: 'bg-well text-ink', icon: 'clock' },
  open: { frame: 'bg-caution-wash text-caution', icon: 'shield' },
  wrong: { frame: 'bg-wrong-wash text-wrong', icon: 'warning' },
} as const

/** The mark on a receipt with the result of a check on this device. Announced when it changes. */
export function Stamp({ tone, title, detail }: StampProps) {
  const look = LOOKS[tone]
  return (
    <div role="status" className={cx('flex items-center gap-3 rounded-3 p-3.5', look.frame)}>
      <Icon name={look.icon} size={30} className={tone === 'checking' ? 'breathe' : ''} />
      <div>
        <p className="font-semibold">{title}</p>
        {detail && <p className="text-12 text-ink">{detail}</p>}
      </div>
    </div>
  )
}

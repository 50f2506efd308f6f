import type { ReactNode } from 'react'
import { cx } from '../base/cx.ts'

/** A ruled list of labels and figures; `columns` puts two side by side. Contains only LedgerRows. */
export function Ledger({ children, columns = 1 }: { children: ReactNode; columns?: 1 | 2 }) {
  return (
    <dl className={columns === 2 ? 'grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-x-7' : 'grid'}>
      {children}
    </dl>
  )
}

export interface LedgerRowProps {
  label: ReactNode
  /** Figures may be Price, Change or Figure. */
  children: ReactNode
  note?: ReactNode
  mono?: boolean
  /** No rule below: for the last row before a button. */
  last?: boolean
  /** Denser rows without rules, for sums below an amount. */
  tight?: boolean
}

/** One line of the ledger. */
export function LedgerRow({
  label,
  children,
  note,
  mono = false,
  last = false,
  tight = false,
}: LedgerRowProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 text-13',
        tight ? 'py-1.5' : 'py-3',
        !last && !tight && 'border-b border-rule',
      )}
    >
      {/* The note goes below both, so that a long one does not push the figure off its line. */}
      <dt className="contents">
        <span className="text-ink-2">{label}</span>
        {note && <span className="order-1 basis-full text-12 text-ink-3">{note}</span>}
      </dt>
      <dd className={cx('ms-auto text-end font-medium', mono && 'font-mono text-12 break-all')}>
        {/* Set again here: each element needs `word-break` of its own to keep Korean words whole. */}
        <bdi className={mono ? 'break-all' : undefined}>{children}</bdi>
      </dd>
    </div>
  )
}

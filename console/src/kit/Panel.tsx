import { useId, type ReactNode } from 'react'
import { Link } from 'wouter'
import { cx } from '@tickmark/ui/base/cx.ts'

/** A section of a screen with a heading. */
export function Panel(props: {
  title: string
  /** At the end of the heading: buttons, a Badge. */
  trailing?: ReactNode
  children: ReactNode
  className?: string
}) {
  const id = useId()
  const { title, trailing, children, className } = props
  return (
    <section
      aria-labelledby={id}
      className={cx('min-w-0 rounded-3 border border-rule bg-sheet px-4 pt-3 pb-4', className)}
    >
      <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="flex-1 text-15 font-semibold">
          {title}
        </h2>
        {trailing}
      </div>
      {children}
    </section>
  )
}

export interface Fact {
  name: string
  /** Link of the name. */
  href?: string
  value: ReactNode
  /** The previous value, struck through. */
  was?: ReactNode
}

/** Names and their values, with a rule under each. */
export function Facts({ list }: { list: readonly (Fact | null)[] }) {
  return (
    <dl className="text-13">
      {list.map(
        (fact) =>
          fact && (
            <div
              key={fact.name}
              className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 border-b border-rule py-1.5 last:border-0"
            >
              <dt className="text-ink-2">
                {fact.href === undefined ? (
                  fact.name
                ) : (
                  <Link href={fact.href} className="text-brand">
                    {fact.name}
                  </Link>
                )}
              </dt>
              <dd className="ms-auto min-w-0 text-end break-words">
                {fact.was !== undefined && (
                  <>
                    <s className="text-ink-3">{fact.was}</s>{' '}
                  </>
                )}
                {fact.value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

import type { ReactNode } from 'react'
import { cx } from '../base/cx.ts'
import { Icon } from '../base/Icon.tsx'
import { PlainLink } from '../base/PlainLink.tsx'

export interface ListRowProps {
  /** A coin or an icon. */
  leading?: ReactNode
  title: ReactNode
  sub?: ReactNode
  /** Between title and figures: a Sparkline. Shown where the list, which is an `@container`, has room for it. */
  middle?: ReactNode
  /** Figures at the end. */
  figure?: ReactNode
  figureSub?: ReactNode
  /** Marks the row whose detail is shown beside the list. */
  current?: boolean
  /** A link when it has a destination, a button when it has an action, else plain. */
  href?: string
  onGo?: (href: string) => void
  onPress?: () => void
  chevron?: boolean
}

/** A ruled row of a list: markets, wallet, settings, menu. At least 56 px high. */
export function ListRow(props: ListRowProps) {
  const { href, onGo, onPress, current = false } = props
  const look = cx(
    'flex w-full flex-wrap items-center gap-x-3 border-b border-rule py-2 text-start -outline-offset-2!',
    props.sub || props.figureSub ? 'min-h-[66px]' : 'min-h-14',
    props.chevron && 'relative pe-7.5',
    current && 'bg-brand-wash shadow-[22px_0_0_var(--brand-wash),-22px_0_0_var(--brand-wash)]',
  )
  const inside = <RowInside {...props} />
  if (href !== undefined && onGo) {
    return (
      <PlainLink href={href} onGo={onGo} aria-current={current ? 'true' : undefined} className={look}>
        {inside}
      </PlainLink>
    )
  }
  if (onPress) {
    return (
      <button type="button" onClick={onPress} aria-current={current ? 'true' : undefined} className={look}>
        {inside}
      </button>
    )
  }
  return <div className={look}>{inside}</div>
}

function RowInside({ leading, title, sub, middle, figure, figureSub, chevron = false }: ListRowProps) {
  return (
    <>
      {leading}
      <span className="min-w-min flex-1 leading-tight">
        <span className="block text-15 leading-tight font-medium">{title}</span>
        {sub && <span className="block text-12 text-ink-3">{sub}</span>}
      </span>
      {middle && <span className="hidden @min-[19rem]:block">{middle}</span>}
      {(figure || figureSub) && (
        <span className="ms-auto min-w-[min(5.5rem,30%)] text-end leading-tight">
          {figure && (
            <span className="block text-15 leading-tight font-medium">
              <bdi>{figure}</bdi>
            </span>
          )}
          {figureSub && (
            <span className="block text-12 text-ink-3">
              <bdi>{figureSub}</bdi>
            </span>
          )}
        </span>
      )}
      {/* Beside all lines, also where large text takes several. */}
      {chevron && (
        <Icon name="chevron" size={18} className="absolute end-0 top-1/2 -translate-y-1/2 text-ink-3" />
      )}
    </>
  )
}

import type { ReactNode } from 'react'
import { IconButton } from '../form/IconButton.tsx'
import { useUiTexts } from '../base/uiTexts.tsx'

export interface PageBarProps {
  title: ReactNode
  /** Beside the title, quieter: "BTC/USDT". */
  sub?: ReactNode
  /** Before the title: a coin. */
  leading?: ReactNode
  /** Destination of the back button; without it, the bar starts at the margin. */
  onBack?: () => void
  /** Icon buttons or a Badge at the end. */
  trailing?: ReactNode
}

/** The top bar of a screen with its only first-level heading. */
export function PageBar({ title, sub, leading, onBack, trailing }: PageBarProps) {
  const words = useUiTexts()
  return (
    <header className="sticky top-0 z-10 bg-ground pt-[env(safe-area-inset-top)]">
      <div className="flex min-h-[52px] flex-wrap items-center gap-x-3 px-5">
        {onBack && (
          <IconButton icon="back" label={words.back} onClick={onBack} className="-ms-[11px] -me-1" />
        )}
        {leading}
        <h1 className="flex min-w-min flex-1 basis-0 flex-wrap items-baseline gap-x-2.5 text-[1.0625rem] leading-tight font-semibold">
          {title}
          {sub && <bdi className="text-13 font-normal text-ink-2">{sub}</bdi>}
        </h1>
        {trailing && <div className="ms-auto -me-[9px] flex flex-none items-center">{trailing}</div>}
      </div>
    </header>
  )
}

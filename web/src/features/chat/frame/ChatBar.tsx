import type { ReactNode } from 'react'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { OfficeLine } from './OfficeLine.tsx'

interface ChatBarProps {
  title: ReactNode
  /** Goes back; without it, the bar starts at the margin. */
  onBack?: () => void
  /** Destination of the back button. */
  label: string
}

/** The top bar of the chat: heading, and whether support is present. Respects the device's safe area. */
export function ChatBar({ title, onBack, label }: ChatBarProps) {
  return (
    <header className="flex-none border-b border-rule pt-[env(safe-area-inset-top)]">
      <div className="flex min-h-[60px] items-center gap-2 px-5 py-2">
        {onBack && <IconButton icon="back" label={label} onClick={onBack} className="-ms-[11px]" />}
        <h1 className="min-w-0 flex-1 text-[1.0625rem] leading-tight font-semibold">
          <span className="block wrap-anywhere">
            <bdi>{title}</bdi>
          </span>
          <OfficeLine />
        </h1>
      </div>
    </header>
  )
}

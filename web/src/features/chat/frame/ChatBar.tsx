import type { ReactNode } from 'react'
import { IconButton } from '@tickmark/ui/form/IconButton.tsx'
import { OfficeLine } from './OfficeLine.tsx'

interface ChatBarProps {
  title: ReactNode
  /** Leads back; without it the bar starts at the margin. */
  onBack?: () => void
  /** Where back leads. */
  label: string
}

/** The top of the chat: its heading, and whether somebody sits there. It stays clear of a notch. */
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

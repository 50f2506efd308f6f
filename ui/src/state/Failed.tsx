import type { ReactNode } from 'react'
import { Button } from '../form/Button.tsx'
import { Icon } from '../base/Icon.tsx'
import { useUiTexts } from '../base/uiTexts.tsx'

export interface FailedProps {
  /** What failed: "Orders did not load". */
  title: ReactNode
  /** The reason, when known: the server's message. */
  detail?: ReactNode
  onRetry?: () => void
  /** A retry is running. */
  busy?: boolean
}

/** Replaces content that could not be loaded, with a retry button. */
export function Failed({ title, detail, onRetry, busy = false }: FailedProps) {
  const words = useUiTexts()
  return (
    <div
      role="alert"
      className="my-4 grid justify-items-center gap-1 rounded-3 border border-dashed border-rule px-5 py-7 text-center"
    >
      <Icon name="warning" size={26} className="mb-1.5 text-wrong" />
      <p className="font-semibold">{title}</p>
      {detail && <p className="max-w-[34ch] text-13 text-ink-2">{detail}</p>}
      {onRetry && (
        <Button tone="quiet" size="medium" icon="refresh" busy={busy} onClick={onRetry} className="mt-3">
          {words.retry}
        </Button>
      )}
    </div>
  )
}
